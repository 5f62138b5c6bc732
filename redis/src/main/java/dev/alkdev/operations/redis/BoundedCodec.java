package dev.alkdev.operations.redis;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

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
    private static final long LEAST = 24L << 20;

    private final long bytes;
    private final AtomicLong left;

    private BoundedCodec(long bytes) {
        this.bytes = bytes;
        this.left = new AtomicLong(bytes);
    }

    /** For what participants write: a 16th of the heap, but enough for the largest entry. */
    static BoundedCodec ofHeap() {
        return new BoundedCodec(Math.max(LEAST, Runtime.getRuntime().maxMemory() / 16));
    }

    /** For responses whose size the command limits. */
    static BoundedCodec unlimited() {
        return new BoundedCodec(Long.MAX_VALUE);
    }

    /** Starts anew: what was decoded before is processed, or accounted for elsewhere. */
    void renew() {
        left.set(bytes);
    }

    /** Whether a value of a decoded entry is missing. */
    @SuppressWarnings("ReferenceEquality") // An empty value is a value.
    static boolean isIncomplete(Map<String, byte[]> entry) {
        return entry.values().stream().anyMatch(value -> value == OMITTED);
    }

    private boolean fits(ByteBuffer encoded) {
        return bytes == Long.MAX_VALUE || left.addAndGet(-(encoded.remaining() + OVERHEAD)) >= 0;
    }

    @Override
    public String decodeKey(ByteBuffer encoded) {
        return fits(encoded) ? StringCodec.UTF8.decodeKey(encoded) : OMITTED_KEY;
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
