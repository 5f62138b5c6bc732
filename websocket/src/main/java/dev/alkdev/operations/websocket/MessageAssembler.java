package dev.alkdev.operations.websocket;

import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.protocol.TextReceiver;
import dev.alkdev.operations.web.Utf8;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/**
 * Puts the parts of messages in UTF-8 together, up to a limit. Of a longer message only the head is
 * kept, which may name its request. What is kept of unfinished messages is taken from a budget. Not
 * for several threads at once.
 */
final class MessageAssembler {
    /** How many times the limit a message may have before it ends the connection. */
    private static final int ENDLESS = 8;

    /** How much of a message that is too long is kept. */
    private static final int HEAD = 1_000;

    /** How many bytes of UTF-8 one character of a text has at the most. */
    private static final int BYTES_A_CHARACTER = 3;

    private final TextReceiver receiver;
    private final ByteBudget budget;
    private final long keptBytes;
    private final long endless;
    private final boolean lines;
    private Parts message = new Parts();
    private long size;
    private long began;

    /**
     * Nothing yet.
     *
     * @param limit of an event, in characters
     * @param lines whether a message may hold several events
     */
    MessageAssembler(TextReceiver receiver, int limit, ByteBudget budget, boolean lines) {
        this.receiver = receiver;
        this.budget = budget;
        this.lines = lines;
        long shortest = lines ? Lines.MAX_BYTES : 0;
        this.keptBytes = Math.max((long) limit * BYTES_A_CHARACTER, shortest);
        this.endless = Math.max((long) limit * ENDLESS, shortest);
    }

    /** Takes a part. */
    Assembled add(ByteBuffer part, boolean last) {
        int length = part.remaining();
        if (last && size == 0 && length <= keptBytes) {
            return receive(part);
        }
        if (size == 0) {
            began = System.nanoTime();
        }
        size += length;
        if (size > endless) {
            return Assembled.ENDLESS;
        }
        int kept = (int) Math.min(length, keptBytes - message.size);
        if (kept > 0) {
            if (!budget.tryAcquire(kept)) {
                return Assembled.NO_ROOM;
            }
            message.add(part, kept);
        }
        return last ? end() : Assembled.TAKEN;
    }

    private Assembled end() {
        Parts whole = message;
        long length = size;
        clear();
        if (length <= keptBytes) {
            return receive(ByteBuffer.wrap(whole.bytes, 0, whole.size));
        }
        int head = Math.min(whole.size, HEAD);
        receiver.refuse(new String(whole.bytes, 0, head, StandardCharsets.UTF_8), length);
        return Assembled.TAKEN;
    }

    /** Receives a whole message. Its bytes are overwritten later: what is kept must be a copy. */
    private Assembled receive(ByteBuffer text) {
        if (!text.hasArray() || !lines) {
            byte[] copy = new byte[text.remaining()];
            text.get(copy);
            return receive(copy, 0, copy.length);
        }
        int begin = text.arrayOffset() + text.position();
        return receive(text.array(), begin, begin + text.remaining());
    }

    private Assembled receive(byte[] text, int begin, int end) {
        if (Utf8.firstError(text, begin, end) >= 0) {
            return Assembled.NOT_UTF8;
        }
        if (lines) {
            Lines.split(text, begin, end, receiver::receive);
        } else {
            receiver.receive(text);
        }
        return Assembled.TAKEN;
    }

    /** Whether a message began longer ago than this and is not complete. */
    boolean isUnfinishedFor(Duration limit) {
        return size > 0 && System.nanoTime() - began > limit.toNanos();
    }

    /** Drops the received part of an incomplete message. */
    void clear() {
        budget.release(message.size);
        size = 0;
        message = new Parts();
    }

    /** The received part of a message. */
    private static final class Parts {
        private byte[] bytes = {};
        private int size;

        void add(ByteBuffer part, int length) {
            if (bytes.length - size < length) {
                bytes = Arrays.copyOf(bytes, Math.max(size + length, 2 * size));
            }
            part.get(bytes, size, length);
            size += length;
        }
    }
}
