package dev.alkdev.operations.websocket;

import dev.alkdev.operations.ByteBudget;
import dev.alkdev.operations.Utf8;
import dev.alkdev.operations.protocol.TextReceiver;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

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
    private ByteArrayOutputStream message = new ByteArrayOutputStream();
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
        byte[] bytes = new byte[part.remaining()];
        part.get(bytes);
        if (last && size == 0 && bytes.length <= keptBytes) {
            return receive(bytes);
        }
        if (size == 0) {
            began = System.nanoTime();
        }
        size += bytes.length;
        if (size > endless) {
            return Assembled.ENDLESS;
        }
        int kept = (int) Math.min(bytes.length, keptBytes - message.size());
        if (kept > 0) {
            if (!budget.tryAcquire(kept)) {
                return Assembled.NO_ROOM;
            }
            message.write(bytes, 0, kept);
        }
        return last ? end() : Assembled.TAKEN;
    }

    private Assembled end() {
        byte[] kept = message.toByteArray();
        long whole = size;
        clear();
        if (whole <= keptBytes) {
            return receive(kept);
        }
        int head = Math.min(kept.length, HEAD);
        receiver.refuse(new String(kept, 0, head, StandardCharsets.UTF_8), whole);
        return Assembled.TAKEN;
    }

    private Assembled receive(byte[] text) {
        if (Utf8.firstError(text) >= 0) {
            return Assembled.NOT_UTF8;
        }
        if (lines) {
            Lines.split(text, receiver::receive);
        } else {
            receiver.receive(text);
        }
        return Assembled.TAKEN;
    }

    /** Whether a message began longer ago than this and is not complete. */
    boolean isUnfinishedFor(Duration limit) {
        return size > 0 && System.nanoTime() - began > limit.toNanos();
    }

    /** Drops what came of a message that is not complete. */
    void clear() {
        budget.release(message.size());
        size = 0;
        message = new ByteArrayOutputStream();
    }
}
