package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.protocol.CallEvent.Failed;
import dev.alkdev.operations.protocol.CallEvent.Responded;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.function.Consumer;

/**
 * A {@link Responded} event whose data is still text, so that the thread that waits for it can
 * parse it, and the link's goes on to the next. Only one thread may read it, once.
 */
public final class UnreadResult {
    private final LocalResult result;
    private final Consumer<CallException> refusal;

    /**
     * A result as it came.
     *
     * @param refusal called if the data is not JSON
     */
    UnreadResult(LocalResult result, Consumer<CallException> refusal) {
        this.result = result;
        this.refusal = refusal;
    }

    public String requestId() {
        return result.frame().requestId();
    }

    /** The number of the item; null for the result of a call. */
    public @Nullable Long sequence() {
        return result.frame().sequence();
    }

    /** The length of the whole text. */
    int bytes() {
        return result.text().length;
    }

    /**
     * Reads what came.
     *
     * @throws CallException {@code EXECUTION_ERROR} if it is malformed, which is the peer's fault
     */
    public ResponseEnvelope<JsonNode> output() {
        Responded event = result.read();
        return event == null ? outputOfWhole() : event.output();
    }

    /** What a reader of the whole event makes of it: it has the last word. */
    private ResponseEnvelope<JsonNode> outputOfWhole() {
        Decoded whole = CallEventCodec.readTree(result.text());
        if (whole instanceof Decoded.Event(Responded event)) {
            return event.output();
        }
        String reason =
                whole instanceof Decoded.Malformed malformed ? malformed.reason() : "not JSON";
        refusal.accept(new CallException(ErrorCode.VALIDATION_ERROR, reason));
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
