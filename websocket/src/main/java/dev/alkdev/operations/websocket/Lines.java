package dev.alkdev.operations.websocket;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
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
        for (int at = begin; at < end; at++) {
            if (text[at] == '\n') {
                give(text, from, at, receiver);
                from = at + 1;
            }
        }
        give(text, from, end, receiver);
    }

    private static void give(byte[] text, int from, int to, Consumer<byte[]> receiver) {
        if (to > from) {
            receiver.accept(Arrays.copyOfRange(text, from, to));
        }
    }
}
