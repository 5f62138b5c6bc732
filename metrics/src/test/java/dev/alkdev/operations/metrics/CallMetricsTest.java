package dev.alkdev.operations.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.RegistryChange;
import dev.alkdev.operations.schema.Json;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

class CallMetricsTest {
    private static final JsonNode NOTHING = Json.parse("{}");
    private static final OperationSpec SPEC = OperationSpec.query("x.brief").build();

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private volatile Consumer<String> asked = id -> {};
    private final CallMetrics metrics = new CallMetrics(meters, "test", this::registry);
    private final OperationRegistry registry =
            OperationRegistry.builder().observer(metrics).build();

    private OperationRegistry registry() {
        return registry;
    }

    /** Tells when it is asked for its name. */
    private final class Asked implements OperationBinding.Origin {
        @Override
        public String name() {
            asked.accept(SPEC.id());
            return "test";
        }
    }

    private boolean isMeasured() {
        return !meters.find("operations.calls").timers().isEmpty();
    }

    @Test
    void whoTellsOfAChangeDoesNotWaitForWhoAsksForASource() {
        registry.onChange(metrics::changed);
        registry.register(OperationBinding.of(SPEC, (in, context) -> in).from(new Asked()));
        asked =
                id ->
                        CompletableFuture.runAsync(
                                        () -> metrics.changed(new RegistryChange.Removed(SPEC)),
                                        Thread::startVirtualThread)
                                .orTimeout(10, TimeUnit.SECONDS)
                                .join();

        registry.execute("x.brief", NOTHING);

        assertThat(isMeasured()).isTrue();
    }

    @Test
    void aCallThatIsRefusedBecauseItsSourceFailsIsNotActive() {
        registry.register(OperationBinding.of(SPEC, (in, context) -> in).from(new Asked()));
        asked =
                id -> {
                    throw new IllegalStateException("no name");
                };

        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> registry.execute("x.brief", NOTHING));

        assertThat(meters.get("operations.calls.active").gauge().value()).isZero();
    }

    @Test
    void whatHappenedJustBeforeAnOperationWentCanStillBeRead() throws Exception {
        registry.onChange(metrics::changed);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        registry.register(
                SPEC,
                (in, context) -> {
                    begun.countDown();
                    gone.await();
                    throw new CallException("NEVER_SEEN", "before");
                });
        CompletableFuture<Void> call =
                CompletableFuture.runAsync(
                        () -> registry.execute("x.brief", NOTHING), Thread::startVirtualThread);
        begun.await();

        registry.remove("x.brief");
        gone.countDown();

        await().until(call::isDone);
        assertThat(isMeasured()).isTrue();
    }

    @Test
    void anOperationThatComesBackGoesOnWithItsMeters() {
        registry.onChange(metrics::changed);
        for (int i = 0; i < 3; i++) {
            registry.register(SPEC, (in, context) -> in);
            registry.execute("x.brief", NOTHING);
            registry.remove("x.brief");
        }

        assertThat(meters.get("operations.calls").timer().count()).isEqualTo(3);
    }

    @Test
    void metersOfThoseThatWentLongestAgoAreForgotten() {
        registry.onChange(metrics::changed);
        for (int i = 0; i < CallMetrics.MOST_GONE + 50; i++) {
            OperationSpec spec = SPEC.withId("x.brief" + i);
            registry.register(spec, (in, context) -> in);
            registry.execute(spec.id(), NOTHING);
            registry.remove(spec.id());
        }

        assertThat(meters.find("operations.calls").timers()).hasSize(CallMetrics.MOST_GONE);
        assertThat(meters.find("operations.calls").tag("operation", "x.brief0").timer()).isNull();
    }
}
