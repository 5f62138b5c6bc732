package dev.alkdev.operations.redis;

import dev.alkdev.operations.base.Registration;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;

import java.nio.ByteBuffer;
import java.util.Map;

/**
 * Decodes the responses of Redis as long as they fit into a bounded memory. Every value beyond that
 * becomes {@link #OMITTED}, so that no participant can exhaust the heap of the others. Values are
 * bytes, so that events are not made characters on the way. Threads may share it.
 */
final class BoundedCodec implements RedisCodec<String, byte[]> {
    /** In place of a value that does not fit; compared by identity. */
    private static final byte[] OMITTED = {};

    private static final String OMITTED_KEY = "";
    private static final int OVERHEAD = 100;

    private final boolean bounded;
    private volatile ReadMemory memory;
    private volatile Map<ByteBuffer, String> streams = Map.of();

    private BoundedCodec(boolean bounded, ReadMemory memory) {
        this.bounded = bounded;
        this.memory = memory;
    }

    /** For entries of other participants. */
    static BoundedCodec bounded() {
        return new BoundedCodec(true, ReadMemory.ofBatch());
    }

    /** For responses whose size the command limits. */
    static BoundedCodec unlimited() {
        return new BoundedCodec(false, ReadMemory.unlimited());
    }

    /**
     * Starts a new batch: the previous batch is processed, or accounted for elsewhere.
     *
     * @param names the streams of the batch, whose names are decoded even without memory
     */
    void startBatch(Map<ByteBuffer, String> names) {
        memory.release();
        streams = names;
        memory = ReadMemory.ofBatch();
    }

    /** Reads one large entry beside the batch, until the returned handle is closed. */
    Registration startEntry() {
        ReadMemory batch = memory;
        ReadMemory entry = ReadMemory.ofEntry();
        memory = entry;
        return () -> {
            entry.release();
            memory = batch;
        };
    }

    /** Returns all memory. */
    void close() {
        memory.release();
    }

    /** Whether a value of a decoded entry is missing. */
    @SuppressWarnings("ReferenceEquality") // An empty value is a value.
    static boolean isIncomplete(Map<String, byte[]> entry) {
        return entry.values().stream().anyMatch(value -> value == OMITTED);
    }

    private boolean fits(ByteBuffer encoded) {
        return !bounded || memory.tryTake(encoded.remaining() + OVERHEAD);
    }

    @Override
    public String decodeKey(ByteBuffer encoded) {
        if (fits(encoded)) {
            return StringCodec.UTF8.decodeKey(encoded);
        }
        return streams.entrySet().stream()
                .filter(stream -> stream.getKey().equals(encoded))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(OMITTED_KEY);
    }

    @Override
    public byte[] decodeValue(ByteBuffer encoded) {
        return fits(encoded) ? ByteArrayCodec.INSTANCE.decodeValue(encoded) : OMITTED;
    }

    @Override
    public ByteBuffer encodeKey(String key) {
        return StringCodec.UTF8.encodeKey(key);
    }

    @Override
    public ByteBuffer encodeValue(byte[] value) {
        return ByteArrayCodec.INSTANCE.encodeValue(value);
    }
}
