package dev.alkdev.operations;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

@Timeout(60)
class StreamTurnTest {
    @Test
    void streamsThatAreReadAtOnceLetOthersHaveTheirTurn() throws InterruptedException {
        OperationRegistry registry = OperationRegistry.builder().build();
        registry.register(
                OperationSpec.subscription("a.endless").build(),
                (input, context, emitter) -> {
                    while (true) {
                        emitter.emit(1);
                    }
                });
        List<Subscription<JsonNode>> streams = new ArrayList<>();
        try {
            for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
                Subscription<JsonNode> stream =
                        registry.subscribe("a.endless", NullNode.getInstance());
                streams.add(stream);
                Thread.startVirtualThread(() -> readAll(stream));
            }
            for (int i = 0; i < 20; i++) {
                Thread other = Thread.startVirtualThread(() -> {});
                assertThat(other.join(Duration.ofSeconds(10))).as("turn %d", i).isTrue();
            }
        } finally {
            streams.forEach(Subscription::close);
        }
    }

    private static void readAll(Subscription<JsonNode> stream) {
        try {
            stream.forEachRemaining(item -> {});
        } catch (NoSuchElementException closed) {
            assertThat(closed).hasMessage("the stream has ended");
        }
    }
}
