package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.base.Registration;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

class RegistryChangeTest {
    private static final OperationHandler NOTHING = (input, context) -> null;

    private final OperationRegistry registry = OperationRegistry.create();
    private final List<RegistryChange> changes = new ArrayList<>();

    @Test
    void listenersLearnOfEveryChangeInOrder() {
        OperationSpec first = query("billing.find");
        OperationSpec second = first.toBuilder().describedAs("better").build();
        Registration listening = registry.onChange(changes::add);

        registry.register(first, NOTHING);
        registry.replace(OperationBinding.of(second, NOTHING));
        registry.remove("billing.find");
        registry.remove("billing.find");
        listening.close();
        registry.register(first, NOTHING);

        assertThat(changes)
                .containsExactly(
                        new RegistryChange.Added(first),
                        new RegistryChange.Replaced(first, second),
                        new RegistryChange.Removed(second));
        assertThat(changes).extracting(RegistryChange::operationId).containsOnly("billing.find");
    }

    @Test
    void aHandlerThatComesLaterIsAnnounced() {
        registry.onChange(changes::add);

        registry.registerSpec(query("billing.find"));
        registry.registerHandler("billing.find", NOTHING);

        OperationSpec spec = query("billing.find");
        assertThat(changes)
                .containsExactly(
                        new RegistryChange.Added(spec), new RegistryChange.Replaced(spec, spec));
    }

    @Test
    void noChangeIsLeftUndeliveredHoweverTwoThreadsMeet() throws Exception {
        AtomicInteger delivered = new AtomicInteger();
        registry.onChange(change -> delivered.incrementAndGet());
        int rounds = 20_000;
        CyclicBarrier together = new CyclicBarrier(2);
        AtomicInteger lostAt = new AtomicInteger(-1);
        Thread other =
                Thread.ofPlatform().start(() -> changeInRounds("b", rounds, together, () -> {}));
        changeInRounds(
                "a",
                rounds,
                together,
                () -> lostAt.compareAndSet(-1, delivered.get() % 2 == 0 ? -1 : delivered.get()));
        other.join();

        assertThat(lostAt).hasValue(-1);
        assertThat(delivered).hasValue(2 * rounds);
    }

    /** Makes one change in each round, together with another thread; both are done by its end. */
    private void changeInRounds(
            String namespace, int rounds, CyclicBarrier together, Runnable betweenRounds) {
        try {
            for (int i = 0; i < rounds; i++) {
                together.await();
                registry.replace(OperationBinding.of(query(namespace + ".op"), NOTHING));
                together.await();
                betweenRounds.run();
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anErrorOfAListenerDoesNotDisturbTheOthers() {
        try (LogCapture log = new LogCapture()) {
            registry.onChange(
                    change -> {
                        throw new AssertionError("boo");
                    });
            registry.onChange(changes::add);

            registry.register(query("billing.find"), NOTHING);

            assertThat(changes).containsExactly(new RegistryChange.Added(query("billing.find")));
            assertThat(log.text()).contains("AssertionError: boo");
        }
    }

    @Test
    void aListenerThatFailsDoesNotDisturbTheOthers() {
        try (LogCapture log = new LogCapture()) {
            registry.onChange(
                    change -> {
                        throw new IllegalStateException("boo");
                    });
            registry.onChange(changes::add);

            registry.register(query("billing.find"), NOTHING);

            assertThat(changes).hasSize(1);
            assertThat(log.text()).startsWith("WARN OperationRegistry - A listener failed at");
        }
    }

    @Test
    void aListenerMayChangeTheRegistryAndAllSeeTheSameOrder() {
        registry.onChange(
                change -> {
                    if (change.operationId().equals("billing.find")) {
                        registry.register(query("billing.also"), NOTHING);
                    }
                });
        registry.onChange(changes::add);

        registry.register(query("billing.find"), NOTHING);

        assertThat(changes)
                .extracting(RegistryChange::operationId)
                .containsExactly("billing.find", "billing.also");
    }

    @Test
    void theOrderHoldsForManyWriters() throws Exception {
        Queue<RegistryChange> seen = new ConcurrentLinkedQueue<>();
        registry.onChange(seen::add);

        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            writers.add(Thread.ofVirtual().start(() -> flip(500)));
        }
        for (Thread writer : writers) {
            writer.join();
        }

        assertThat(seen).hasSize(8 * 500 * 2);
        Set<String> there = new HashSet<>();
        for (RegistryChange change : seen) {
            String id = change.operationId();
            boolean fits =
                    change instanceof RegistryChange.Added ? there.add(id) : there.remove(id);
            assertThat(fits).as("%s in order", change).isTrue();
        }
    }

    private void flip(int times) {
        String own = "billing.find" + Thread.currentThread().threadId();
        for (int i = 0; i < times; i++) {
            registry.replace(OperationBinding.of(query(own), NOTHING));
            registry.remove(own);
        }
    }
}
