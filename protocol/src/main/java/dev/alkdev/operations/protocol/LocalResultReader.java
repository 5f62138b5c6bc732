package dev.alkdev.operations.protocol;

import dev.alkdev.operations.LocalMeta;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.protocol.CallEvent.Responded;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the result of a local operation, or one item of its stream, if it is written to the letter
 * as {@link CallEventWriter} does. These are nearly all events of a busy link, and only their data
 * needs a parser, later: what stands before and behind it is compared.
 *
 * <p>If the ends match and what is between them is one JSON value, the whole can be read in no
 * other way. Everything else is left to {@link CallEventReader}, which also says what is wrong.
 */
final class LocalResultReader {
    static final byte[] HEAD = ascii("{\"type\":\"call.responded\",\"id\":\"");
    static final byte[] PAYLOAD = ascii("\",\"payload\":{\"requestId\":\"");
    static final byte[] DATA = ascii("\",\"output\":{\"data\":");
    static final byte[] META = ascii(",\"meta\":{\"source\":\"local\",\"operationId\":\"");
    static final byte[] TIMESTAMP = ascii("\",\"timestamp\":");
    static final byte[] EVENT_ID = ascii(",\"eventId\":\"");
    static final byte[] END_OF_TEXT = ascii("\"");
    static final byte[] END_OF_OUTPUT = ascii("}}");
    static final byte[] SEQUENCE = ascii(",\"sequence\":");
    static final byte[] END = ascii("}}");

    private static final JsonNode UNREAD = MissingNode.getInstance();
    private static final int MAX_NAME = 200;
    private static final int MAX_DIGITS = 18;

    private final byte[] text;
    private int at;

    private LocalResultReader(byte[] text) {
        this.text = text;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Reads a text in UTF-8 up to its data; null if it is anything but such a result. */
    static @Nullable UnreadResult read(byte[] utf8) {
        return new LocalResultReader(utf8).read();
    }

    private @Nullable UnreadResult read() {
        if (!skip(HEAD)) {
            return null;
        }
        String requestId = plainText();
        if (requestId == null
                || requestId.isEmpty()
                || !skip(PAYLOAD)
                || !skip(HEAD.length, requestId.length())
                || !skip(DATA)) {
            return null;
        }
        int begin = at;
        int end = lastIndexOfMeta(begin);
        if (end <= begin) {
            return null;
        }
        at = end + META.length;
        LocalMeta meta = meta();
        if (meta == null || !skip(END_OF_OUTPUT)) {
            return null;
        }
        boolean numbered = skip(SEQUENCE);
        Long sequence = numbered ? number() : null;
        if ((numbered && sequence == null) || !skip(END) || at != text.length) {
            return null;
        }
        ResponseEnvelope<JsonNode> output = new ResponseEnvelope<>(UNREAD, meta);
        return new UnreadResult(text, begin, end, new Responded(requestId, output, sequence));
    }

    private int lastIndexOfMeta(int from) {
        int index = text.length - META.length;
        while (index >= from
                && !(text[index] == META[0]
                        && Arrays.equals(text, index, index + META.length, META, 0, META.length))) {
            index--;
        }
        return index;
    }

    private @Nullable LocalMeta meta() {
        String operationId = plainText();
        if (operationId == null || !skip(TIMESTAMP)) {
            return null;
        }
        Long timestamp = number();
        if (timestamp == null || !skip(EVENT_ID)) {
            return timestamp == null ? null : new LocalMeta(operationId, timestamp);
        }
        String eventId = plainText();
        return eventId == null || !skip(END_OF_TEXT)
                ? null
                : new LocalMeta(operationId, timestamp, eventId);
    }

    private boolean skip(byte[] expected) {
        return skip(expected, 0, expected.length);
    }

    /** Skips what stood in the text before. */
    private boolean skip(int place, int length) {
        return skip(text, place, length);
    }

    private boolean skip(byte[] expected, int from, int length) {
        int end = at + length;
        boolean found =
                end <= text.length && Arrays.equals(text, at, end, expected, from, from + length);
        if (found) {
            at = end;
        }
        return found;
    }

    /** A string up to its closing quote; null if it is long, not ASCII or has escapes. */
    private @Nullable String plainText() {
        int begin = at;
        int longest = Math.min(text.length, begin + MAX_NAME + 1);
        while (at < longest) {
            byte next = text[at];
            if (next == '"') {
                return new String(text, begin, at - begin, StandardCharsets.ISO_8859_1);
            }
            if (next < ' ' || next == '\\') {
                return null;
            }
            at++;
        }
        return null;
    }

    /** An integer that is not negative; null if it is written in another way, or long. */
    private @Nullable Long number() {
        int begin = at;
        int end = begin;
        long number = 0;
        while (end < text.length && text[end] >= '0' && text[end] <= '9') {
            number = 10 * number + (text[end] - '0');
            end++;
        }
        at = end;
        int digits = end - begin;
        boolean leadingZero = digits > 1 && text[begin] == '0';
        return digits == 0 || digits > MAX_DIGITS || leadingZero ? null : number;
    }
}
