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
    private static final String HEAD = "{\"type\":\"call.responded\",\"id\":\"";
    private static final String PAYLOAD = "\",\"payload\":{\"requestId\":\"";
    private static final String DATA = "\",\"output\":{\"data\":";
    private static final String META = ",\"meta\":{\"source\":\"local\",\"operationId\":\"";
    private static final String TIMESTAMP = "\",\"timestamp\":";
    private static final String END_OF_OUTPUT = "}}";
    private static final String SEQUENCE = ",\"sequence\":";
    private static final String END = "}}";

    private static final byte[] HEAD_BYTES = HEAD.getBytes(StandardCharsets.US_ASCII);
    private static final JsonNode UNREAD = MissingNode.getInstance();
    private static final int MAX_NAME = 200;
    private static final int MAX_DIGITS = 18;

    private final String text;
    private int at;

    private LocalResultReader(String text) {
        this.text = text;
    }

    /** Reads a text up to its data; null if it is anything but such a result. */
    static @Nullable LocalResult read(String text) {
        return text.startsWith(HEAD) ? new LocalResultReader(text).read() : null;
    }

    /** As {@link #read(String)}, for a text in UTF-8. */
    static @Nullable LocalResult read(byte[] utf8) {
        int head = HEAD_BYTES.length;
        if (utf8.length < head || !Arrays.equals(utf8, 0, head, HEAD_BYTES, 0, head)) {
            return null;
        }
        String text = new String(utf8, StandardCharsets.UTF_8);
        // It may stand for bytes that are no UTF-8, about which the parser of bytes decides.
        return text.indexOf('\uFFFD') >= 0 ? null : read(text);
    }

    private @Nullable LocalResult read() {
        at = HEAD.length();
        String requestId = plainText();
        if (requestId == null
                || requestId.isEmpty()
                || !skip(PAYLOAD)
                || !skip(requestId)
                || !skip(DATA)) {
            return null;
        }
        int begin = at;
        int end = text.lastIndexOf(META);
        if (end <= begin) {
            return null;
        }
        at = end + META.length();
        LocalMeta meta = meta();
        if (meta == null || !skip(END_OF_OUTPUT)) {
            return null;
        }
        boolean numbered = skip(SEQUENCE);
        Long sequence = numbered ? number() : null;
        if ((numbered && sequence == null) || !skip(END) || at != text.length()) {
            return null;
        }
        ResponseEnvelope<JsonNode> output = new ResponseEnvelope<>(UNREAD, meta);
        return new LocalResult(text, begin, end, new Responded(requestId, output, sequence));
    }

    private @Nullable LocalMeta meta() {
        String operationId = plainText();
        if (operationId == null || !skip(TIMESTAMP)) {
            return null;
        }
        Long timestamp = number();
        return timestamp == null ? null : new LocalMeta(operationId, timestamp);
    }

    private boolean skip(String expected) {
        boolean found = text.startsWith(expected, at);
        if (found) {
            at += expected.length();
        }
        return found;
    }

    /** A string up to its closing quote; null if it is long or has escapes. */
    private @Nullable String plainText() {
        int begin = at;
        int longest = Math.min(text.length(), begin + MAX_NAME + 1);
        while (at < longest) {
            char next = text.charAt(at);
            if (next == '"') {
                return text.substring(begin, at);
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
        long number = 0;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            number = 10 * number + (text.charAt(at) - '0');
            at++;
        }
        int digits = at - begin;
        boolean leadingZero = digits > 1 && text.charAt(begin) == '0';
        return digits == 0 || digits > MAX_DIGITS || leadingZero ? null : number;
    }
}
