package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationSpec;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Many clients that connect at the same instant. */
class HubBurstTest {
    private static final int BURST = 600;

    @Test
    void callsThatWaitForEachOtherAreAllAnswered() {
        CountDownLatch arrived = new CountDownLatch(BURST);
        List<String> inputs = IntStream.range(0, BURST).mapToObj(String::valueOf).toList();
        try (Hub hub = HubFixtures.started("limits: {concurrency: " + BURST + "}\n");
                HubClient client = HubClient.of(hub);
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            hub.registry()
                    .register(
                            OperationSpec.query("burst.wait").build(),
                            (input, context) -> {
                                arrived.countDown();
                                arrived.await();
                                return input;
                            });

            List<Future<String>> answers =
                    inputs.stream()
                            .map(
                                    input ->
                                            callers.submit(
                                                    () -> client.call("burst.wait", input).body()))
                            .toList();

            assertThat(answers).extracting(Future::get).containsExactlyElementsOf(inputs);
        }
    }
}
