package dev.alkdev.operations.websocket;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Several events in one message, each on a line of its own. JSON as we write it has no others. */
final class Lines {
    private Lines() {}

    static byte[] join(List<byte[]> events) {
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
