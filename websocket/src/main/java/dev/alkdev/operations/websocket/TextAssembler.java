package dev.alkdev.operations.websocket;

import dev.alkdev.operations.protocol.TextReceiver;

/**
 * Puts the parts of messages together, up to a limit. Of a longer message only the head is kept,
 * which may name its request. Not for several threads at once.
 */
final class TextAssembler {
    /** How many times the limit a message may have before it ends the connection. */
    static final int ENDLESS = 8;

    /** How much of a message that is too long is kept. */
    static final int HEAD = 1_000;

    private final TextReceiver receiver;
    private final int limit;
    private StringBuilder text = new StringBuilder();
    private long size;

    TextAssembler(TextReceiver receiver, int limit) {
        this.receiver = receiver;
        this.limit = limit;
    }

    /** Takes a part. */
    Assembled add(CharSequence part, boolean last) {
        if (last && size == 0 && part.length() <= limit) {
            receiver.receive(part.toString());
            return Assembled.TAKEN;
        }
        size += part.length();
        if (size <= limit) {
            text.append(part);
        } else if (text.length() < HEAD) {
            text.append(part, 0, Math.min(part.length(), HEAD));
        } else {
            text.setLength(HEAD);
        }
        if (size > (long) limit * ENDLESS) {
            return Assembled.ENDLESS;
        }
        if (last) {
            end();
        }
        return Assembled.TAKEN;
    }

    private void end() {
        if (size <= limit) {
            receiver.receive(text.toString());
        } else {
            receiver.refuse(text.toString(), size);
        }
        size = 0;
        text = new StringBuilder();
    }
}
