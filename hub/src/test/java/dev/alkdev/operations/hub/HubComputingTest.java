package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSpec;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Handlers that compute on all processors. */
@Timeout(120)
class HubComputingTest {
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger spinning = new AtomicInteger();

    @AfterEach
    void endTheComputing() {
        over.set(true);
        await().until(() -> spinning.get() == 0);
    }

    private OperationBinding spin(String id) {
        return OperationBinding.of(
                OperationSpec.query(id).build(),
                (input, context) -> {
                    spinning.incrementAndGet();
                    while (!over.get()) {
                        Thread.onSpinWait();
                    }
                    spinning.decrementAndGet();
                    return "done";
                });
    }

    private static Duration timeOfHealth(HubClient client) throws Exception {
        long begin = System.nanoTime();
        assertThat(client.get("/health/live").statusCode()).isEqualTo(200);
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    @Test
    void healthIsAnsweredWhileUndeclaredHandlersKeepEveryProcessor() throws Exception {
        try (Hub hub = HubFixtures.started("");
                HubClient client = HubClient.of(hub)) {
            hub.registry().register(spin("a.spin"));
            List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
            for (int i = 0; i < 2 * PROCESSORS; i++) {
                calls.add(client.laterPost("/operations/a.spin", "{}"));
            }
            await().until(() -> spinning.get() >= PROCESSORS);

            timeOfHealth(client);
            assertThat(timeOfHealth(client)).isLessThan(Duration.ofSeconds(1));
            await().until(() -> spinning.get() == 2 * PROCESSORS);

            over.set(true);
            assertThat(calls)
                    .allSatisfy(call -> assertThat(call.get().statusCode()).isEqualTo(200));
        }
    }

    @Test
    void callersOfDeclaredHandlersWaitUntilTheirDeadline() throws Exception {
        try (Hub hub = HubFixtures.started("limits: {timeouts: {default: 300ms}}\n");
                HubClient client = HubClient.of(hub)) {
            hub.registry().register(spin("a.spin").computing());
            List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
            for (int i = 0; i < 2 * PROCESSORS; i++) {
                calls.add(client.laterPost("/operations/a.spin", "{}"));
            }
            await().until(() -> spinning.get() == PROCESSORS);

            assertThat(timeOfHealth(client)).isLessThan(Duration.ofSeconds(1));
            assertThat(calls)
                    .allSatisfy(call -> assertThat(call.get().statusCode()).isEqualTo(504));
            assertThat(spinning).as("handlers go on").hasValue(PROCESSORS);
        }
    }
}
