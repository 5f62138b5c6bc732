package dev.alkdev.operations.websocket;

import java.util.Arrays;
import java.util.List;
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

    static byte[] join(List<byte[]> events) {
        if (events.size() == 1) {
            return events.getFirst();
        }
        int size = events.size() - 1;
        for (byte[] event : events) {
            size += event.length;
        }
        byte[] message = new byte[size];
        int at = 0;
        for (byte[] event : events) {
            if (at > 0) {
                message[at++] = '\n';
            }
            System.arraycopy(event, 0, message, at, event.length);
            at += event.length;
        }
        return message;
    }

    /** Gives each line that is not empty to the receiver. */
    static void split(byte[] message, Consumer<byte[]> receiver) {
        int from = 0;
        for (int at = 0; at < message.length; at++) {
            if (message[at] == '\n') {
                give(message, from, at, receiver);
                from = at + 1;
            }
        }
        give(message, from, message.length, receiver);
    }

    private static void give(byte[] message, int from, int to, Consumer<byte[]> receiver) {
        if (from == 0 && to == message.length) {
            receiver.accept(message);
        } else if (to > from) {
            receiver.accept(Arrays.copyOfRange(message, from, to));
        }
    }
}
