package dev.alkdev.operations.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.base.Registration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

class ReadMemoryTest {
    private static final String STREAM = "{operations}:inbox:1";
    private static final int ALL = Math.toIntExact(Runtime.getRuntime().maxMemory() / 16) - 200;

    private final BoundedCodec first = BoundedCodec.bounded();
    private final BoundedCodec second = BoundedCodec.bounded();

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    @Test
    void connectionsShareTheMemoryForBatches() {
        assertThat(isOmitted(first, ALL)).isFalse();
        assertThat(isOmitted(second, 1_000)).isTrue();
        assertThat(isOmitted(second, 0)).as("a gap must not go unnoticed").isTrue();
    }

    @Test
    void processedBatchReturnsItsMemory() {
        assertThat(isOmitted(first, ALL)).isFalse();
        first.startBatch(Map.of());
        assertThat(isOmitted(second, ALL)).isFalse();
    }

    @Test
    void closedConnectionReturnsItsMemoryEvenIfItDecodesMore() {
        assertThat(isOmitted(first, ALL)).isFalse();
        first.close();
        assertThat(isOmitted(first, 1_000)).isFalse();
        assertThat(isOmitted(second, ALL)).isFalse();
    }

    @Test
    void largeEntryIsReadBesideFullBatches() {
        assertThat(isOmitted(first, ALL)).isFalse();
        try (Registration lock = ReadMemory.lockEntry();
                Registration memory = first.startEntry()) {
            assertThat(isOmitted(first, 8 << 20)).isFalse();
        }
        assertThat(isOmitted(second, 1_000)).as("the batch is still held").isTrue();
    }

    @Test
    void decodesNamesOfStreamsWithoutMemory() {
        assertThat(isOmitted(first, ALL)).isFalse();
        second.startBatch(Map.of(utf8(STREAM), STREAM));
        assertThat(isOmitted(second, 1_000)).isTrue();
        assertThat(second.decodeKey(utf8(STREAM))).isEqualTo(STREAM);
        assertThat(second.decodeKey(utf8("other"))).isEmpty();
    }

    private static boolean isOmitted(BoundedCodec codec, int length) {
        byte[] value = codec.decodeValue(ByteBuffer.allocate(length));
        return BoundedCodec.isIncomplete(Map.of("0", value));
    }

    private static ByteBuffer utf8(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
