package dev.alkdev.operations.websocket;

import dev.alkdev.operations.protocol.TextReceiver;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** As {@link TextAssembler}, for messages that come in UTF-8. Not for several threads at once. */
final class ByteAssembler {
    /** How many bytes of UTF-8 one character of a text has at the most. */
    private static final int BYTES_A_CHARACTER = 3;

    private final TextReceiver receiver;
    private final long keptBytes;
    private final long endless;
    private ByteArrayOutputStream message = new ByteArrayOutputStream();
    private long size;

    ByteAssembler(TextReceiver receiver, int limit) {
        this.receiver = receiver;
        this.keptBytes = (long) limit * BYTES_A_CHARACTER;
        this.endless = (long) limit * TextAssembler.ENDLESS;
    }

    /** Takes a part. Returns false if the message is so long that reading on makes no sense. */
    boolean add(ByteBuffer part, boolean last) {
        byte[] bytes = new byte[part.remaining()];
        part.get(bytes);
        if (last && size == 0 && bytes.length <= keptBytes) {
            receiver.receive(bytes);
            return true;
        }
        size += bytes.length;
        if (size <= keptBytes) {
            message.writeBytes(bytes);
        }
        if (size > endless) {
            return false;
        }
        if (last) {
            end();
        }
        return true;
    }

    private void end() {
        byte[] kept = message.toByteArray();
        if (size <= keptBytes) {
            receiver.receive(kept);
        } else {
            int head = Math.min(kept.length, TextAssembler.HEAD);
            receiver.refuse(new String(kept, 0, head, StandardCharsets.UTF_8), size);
        }
        size = 0;
        message = new ByteArrayOutputStream();
    }
}
