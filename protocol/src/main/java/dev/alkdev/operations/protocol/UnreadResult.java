package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.protocol.CallEvent.Failed;
import dev.alkdev.operations.protocol.CallEvent.Responded;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.function.BiConsumer;

/**
 * A {@link Responded} event whose data is still text, so that the thread that waits for it can
 * parse it, and the link's goes on to the next. Only one thread may read it, once.
 */
public final class UnreadResult {
    private final byte[] text;
    private final int begin;
    private final int end;
    private final Responded frame;
    private BiConsumer<String, CallException> refusal = (requestId, failure) -> {};

    /**
     * A result as it came.
     *
     * @param text the whole event, in UTF-8
     * @param begin where the data begins in the text
     * @param end where it ends
     * @param frame the event without its data
     */
    UnreadResult(byte[] text, int begin, int end, Responded frame) {
        this.text = text;
        this.begin = begin;
        this.end = end;
        this.frame = frame;
    }

    /** Calls somebody with the id of the request if the data is not JSON. */
    UnreadResult refusedBy(BiConsumer<String, CallException> refusal) {
        this.refusal = refusal;
        return this;
    }

    public String requestId() {
        return frame.requestId();
    }

    /** The number of the item; null for the result of a call. */
    public @Nullable Long sequence() {
        return frame.sequence();
    }

    /** The length of the whole text. */
    int bytes() {
        return text.length;
    }

    /** The event; null if that cannot be known without the whole text. */
    @Nullable Responded readUsual() {
        JsonNode data = Json.parseUsual(text, begin, end);
        return data == null
                ? null
                : new Responded(requestId(), frame.output().withData(data), sequence());
    }

    /**
     * Reads what came.
     *
     * @throws CallException {@code EXECUTION_ERROR} if it is malformed, which is the peer's fault
     */
    public ResponseEnvelope<JsonNode> output() {
        Responded event = readUsual();
        return event == null ? outputOfWhole() : event.output();
    }

    /** What a reader of the whole event makes of it: it has the last word. */
    private ResponseEnvelope<JsonNode> outputOfWhole() {
        Decoded whole = CallEventCodec.readTree(text);
        if (whole instanceof Decoded.Event(Responded event)) {
            return event.output();
        }
        String reason =
                whole instanceof Decoded.Malformed malformed ? malformed.reason() : "not JSON";
        refusal.accept(requestId(), new CallException(ErrorCode.VALIDATION_ERROR, reason));
        throw PeerFaults.answer(reason);
    }

    /** The event; the failure of its request if it is malformed. */
    public CallEvent read() {
        try {
            return new Responded(requestId(), output(), sequence());
        } catch (CallException malformed) {
            return Failed.of(requestId(), malformed);
        }
    }
}
