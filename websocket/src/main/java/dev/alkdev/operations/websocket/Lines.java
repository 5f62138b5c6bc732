package dev.alkdev.operations.websocket;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/** Several events in one message, each on a line of its own. JSON as we write it has no others. */
final class Lines {
    /**
     * The subprotocol in which a text message may hold several events. Both sides know it or each
     * event is a message of its own.
     */
    static final String PROTOCOL = "operations.lines";

    /** How many bytes a message with several events has at the most. */
    static final int MAX_BYTES = 64 * 1024;

    /** Bytes of that many which nobody uses: new ones for each message would be cold. */
    private static final AtomicReferenceArray<byte @Nullable []> SPARE =
            new AtomicReferenceArray<>(4);

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private Lines() {}

    /** Where the message ends that begins with an event. */
    static int endOfMessage(List<byte[]> events, int from, boolean lines) {
        int to = from + 1;
        long size = events.get(from).length;
        while (lines && to < events.size() && size + events.get(to).length < MAX_BYTES) {
            size += 1 + events.get(to).length;
            to++;
        }
        return to;
    }

    /** Several events as one message, in bytes that are to be {@linkplain #giveBack given back}. */
    static ByteBuffer join(List<byte[]> events) {
        if (events.size() == 1) {
            return ByteBuffer.wrap(events.getFirst());
        }
        int size = events.size() - 1;
        for (byte[] event : events) {
            size += event.length;
        }
        ByteBuffer message = ByteBuffer.wrap(size < MAX_BYTES / 4 ? new byte[size] : take());
        for (byte[] event : events) {
            if (message.position() > 0) {
                message.put((byte) '\n');
            }
            message.put(event);
        }
        return message.flip();
    }

    private static byte[] take() {
        byte[] spare = SPARE.getAndSet(place(), null);
        return spare == null ? new byte[MAX_BYTES] : spare;
    }

    /** Ends the use of a message that was written. */
    static void giveBack(ByteBuffer message) {
        if (message.arrayOffset() == 0 && message.array().length == MAX_BYTES) {
            SPARE.set(place(), message.array());
        }
    }

    private static int place() {
        return (int) Thread.currentThread().threadId() & (SPARE.length() - 1);
    }

    /** Gives a copy of each line that is not empty to the receiver. */
    static void split(byte[] text, int begin, int end, Consumer<byte[]> receiver) {
        int from = begin;
        while (from < end) {
            int to = endOfLine(text, from, end);
            if (to > from) {
                receiver.accept(Arrays.copyOfRange(text, from, to));
            }
            from = to + 1;
        }
    }

    /** Eight bytes at a time: one that becomes zero is the end of a line. */
    private static int endOfLine(byte[] text, int from, int end) {
        int at = from;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            long bytes = (long) LONGS.get(text, at) ^ (LOW_BITS * '\n');
            long zero = (bytes - LOW_BITS) & ~bytes & HIGH_BITS;
            if (zero != 0) {
                return at + Long.numberOfTrailingZeros(zero) / Byte.SIZE;
            }
        }
        while (at < end && text[at] != '\n') {
            at++;
        }
        return at;
    }
}
