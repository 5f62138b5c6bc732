package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.LocalMeta;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.protocol.CallEvent.Failed;
import dev.alkdev.operations.protocol.CallEvent.Responded;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * A {@link Responded} event whose data is still text, so that the thread that waits for it can
 * parse it, while the link's reads the next. Only one thread may read it, once.
 *
 * <p>It is the result of a local operation, or one item of its stream, written to the letter as
 * {@link CallEventWriter} does. These are nearly all events of a busy link, and what stands before
 * and behind their data is compared. If the ends match and what is between them is one JSON value,
 * the whole can be read in no other way. Everything else is left to {@link CallEventReader}, which
 * also says what is wrong.
 */
public final class UnreadResult {
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

    private static final int MAX_NAME = 200;
    private static final int MAX_DIGITS = 18;

    private static final byte[] NOTHING = {};

    private final byte[] text;
    private final Refusals refusals;

    /** A result that was parsed before, since it is not written as ours are; null if it is text. */
    private final @Nullable Responded parsed;

    private String requestId = "";
    private @Nullable LocalMeta meta;
    private @Nullable Long sequence;

    /** Where the data begins and ends. */
    private int begin;

    private int end;

    /** How far the text was compared. */
    private int at;

    private UnreadResult(byte[] text, Refusals refusals, @Nullable Responded parsed) {
        this.text = text;
        this.refusals = refusals;
        this.parsed = parsed;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Reads an event up to its data; null if it is anything but such a result.
     *
     * @param utf8 the whole event
     * @param refusals of the link that it came over, for data that is not JSON
     */
    static @Nullable UnreadResult of(byte[] utf8, Refusals refusals) {
        UnreadResult result = new UnreadResult(utf8, refusals, null);
        return result.isComplete() ? result : null;
    }

    /** A result that was parsed before. */
    static UnreadResult of(Responded parsed, Refusals refusals) {
        UnreadResult result = new UnreadResult(NOTHING, refusals, parsed);
        result.requestId = parsed.requestId();
        result.sequence = parsed.sequence();
        return result;
    }

    public String requestId() {
        return requestId;
    }

    /** The number of the item; null for the result of a call. */
    public @Nullable Long sequence() {
        return sequence;
    }

    /**
     * About how many bytes it holds until its data is used: those of the text, and of the tree that
     * a large text becomes.
     */
    long weight() {
        if (parsed != null) {
            return ByteBudget.weight(parsed.output().data())
                    + ByteBudget.weight(parsed.output().meta().toJson());
        }
        return text.length <= ByteBudget.SMALL_REQUEST
                ? text.length
                : ByteBudget.weightOfText(text);
    }

    /**
     * Parses the envelope.
     *
     * @throws CallException {@code EXECUTION_ERROR} if it is malformed, which is the peer's fault
     */
    public ResponseEnvelope<JsonNode> output() {
        if (parsed != null) {
            return parsed.output();
        }
        JsonNode data = Json.parseUsual(text, begin, end);
        return data == null
                ? outputOfWhole()
                : new ResponseEnvelope<>(data, Objects.requireNonNull(meta));
    }

    /** What a reader of the whole event makes of it: it has the last word. */
    private ResponseEnvelope<JsonNode> outputOfWhole() {
        Decoded whole = CallEventCodec.read(text, Json::parseUnusual);
        if (whole instanceof Decoded.Event(Responded event)) {
            return event.output();
        }
        String reason =
                whole instanceof Decoded.Malformed malformed ? malformed.reason() : "not JSON";
        refusals.send(requestId, new CallException(ErrorCode.VALIDATION_ERROR, reason));
        throw PeerFaults.answer(reason);
    }

    /** The event; the failure of its request if it is malformed. */
    public CallEvent read() {
        try {
            return new Responded(requestId, output(), sequence);
        } catch (CallException malformed) {
            return Failed.of(requestId, malformed);
        }
    }

    private boolean isComplete() {
        String id = skip(HEAD) ? plainText() : null;
        if (id == null
                || id.isEmpty()
                || !skip(PAYLOAD)
                || !skip(text, HEAD.length, id.length())
                || !skip(DATA)) {
            return false;
        }
        requestId = id;
        begin = at;
        end = lastIndexOfMeta();
        at = end + META.length;
        meta = end > begin ? meta() : null;
        if (meta == null || !skip(END_OF_OUTPUT)) {
            return false;
        }
        boolean numbered = skip(SEQUENCE);
        sequence = numbered ? number() : null;
        return (!numbered || sequence != null) && skip(END) && at == text.length;
    }

    private int lastIndexOfMeta() {
        int index = text.length - META.length;
        while (index >= at
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
