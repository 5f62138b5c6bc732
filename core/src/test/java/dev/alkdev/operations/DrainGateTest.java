package dev.alkdev.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

@ExtendWith(LeakCheck.class)
@Timeout(30)
class DrainGateTest {
    @Test
    void aStreamThatIsEndedWhileItIsOpenedDoesNotStay() {
        DrainGate gate = new DrainGate("it stops");
        CallObserver revoking =
                call -> {
                    gate.end(
                            caller -> true,
                            new CallException(ErrorCode.ACCESS_DENIED, "no longer accepted"));
                    return failure -> {};
                };
        OperationRegistry registry =
                OperationRegistry.builder().observer(gate).observer(revoking).build();
        registry.register(
                OperationSpec.subscription("x.endless").build(),
                (input, context, emitter) -> new CountDownLatch(1).await());

        assertThatThrownBy(() -> openAndRead(registry))
                .isInstanceOf(CallException.class)
                .hasMessage("no longer accepted");
        assertThat(gate.running()).isZero();
    }

    private static boolean openAndRead(OperationRegistry registry) {
        try (Subscription<JsonNode> stream = registry.subscribe("x.endless", Json.parse("{}"))) {
            return stream.hasNext();
        }
    }

    /** A handler that ends only when its test lets it, and whose action waits for it. */
    private static final class Stubborn {
        private final DrainGate gate = new DrainGate("it stops");
        private final OperationRegistry registry =
                OperationRegistry.builder().observer(gate).build();
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch release = new CountDownLatch(1);
        private final CountDownLatch acted = new CountDownLatch(1);

        private Subscription<JsonNode> open() throws InterruptedException {
            registry.register(
                    OperationSpec.subscription("x.tail").build(),
                    (input, context, emitter) -> {
                        CountDownLatch over = new CountDownLatch(1);
                        context.onCancel(
                                () -> {
                                    acted.countDown();
                                    awaitUninterruptibly(over);
                                });
                        begun.countDown();
                        awaitUninterruptibly(release);
                        over.countDown();
                    });
            Subscription<JsonNode> stream = registry.subscribe("x.tail", Json.parse("{}"));
            begun.await();
            return stream;
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void drainingTakesItsTimeoutWhateverTheActionsOfCallsDo() throws Exception {
        Stubborn stubborn = new Stubborn();
        try (Subscription<JsonNode> stream = stubborn.open()) {
            assertThat(stubborn.gate.drain(Duration.ofMillis(50))).isEqualTo(1);
            stubborn.acted.await();
        } finally {
            stubborn.release.countDown();
        }
        await().until(() -> stubborn.gate.running() == 0);
    }

    @Test
    void aHandlerThatEndsMeanwhileEndsTheDraining() throws Exception {
        Stubborn stubborn = new Stubborn();
        try (Subscription<JsonNode> stream = stubborn.open()) {
            CompletableFuture<Integer> drained =
                    CompletableFuture.supplyAsync(() -> stubborn.gate.drain(Duration.ofMinutes(1)));
            stubborn.acted.await();
            stubborn.release.countDown();

            assertThat(drained.get()).isZero();
        }
    }
}
