package dev.alkdev.operations.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;

import java.time.Duration;

/**
 * Contract of links in a heap of 64 MiB, in which a long stream does not fit. A test class
 * implements it beside {@link LinkContract}; the build runs it in a JVM of its own.
 */
@Tag("small-heap")
@Timeout(180)
public interface SmallHeapContract {
    /** Of a stream whose reader is fast until it pauses. */
    int LARGEST_WINDOW = 1_024;

    /** As {@link LinkContract#connect}. */
    LinkedPeers connect(
            OperationRegistry leftRegistry,
            OperationRegistry rightRegistry,
            Caller left,
            boolean trusted);

    /** How many items the stream has. */
    default int items() {
        return 1_000_000;
    }

    @Test
    default void aLongStreamWithAReaderThatPausesNeedsLittleMemory() {
        assertThat(Runtime.getRuntime().maxMemory()).as("the heap").isLessThan(100 * 1024 * 1024);
        OperationRegistry right = OperationRegistry.create();
        LinkOperations operations = new LinkOperations();
        operations.register(right);
        try (LinkedPeers peers =
                connect(OperationRegistry.create(), right, Caller.trusted(), false)) {
            await().atMost(LinkContract.SOON).until(() -> peers.left().isUp());
            String input = "{\"count\": " + items() + "}";
            try (Subscription<JsonNode> stream =
                    peers.left().subscribe("test.count", Json.parse(input))) {
                int read = 0;
                while (stream.hasNext()) {
                    assertThat(stream.next().data().intValue()).isEqualTo(read);
                    read++;
                    if (read % (items() / 4) == 10) {
                        int soFar = read;
                        // Long enough for a sender that is not held to fill the memory.
                        await().pollDelay(Duration.ofMillis(500))
                                .untilAsserted(
                                        () ->
                                                assertThat(operations.emitted.get() - soFar)
                                                        .isLessThan(3 * LARGEST_WINDOW));
                    }
                }
                assertThat(read).isEqualTo(items());
            }
        }
    }
}
