package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationSpec;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** What becomes of a request that is no error of the protocol. */
sealed interface Answer {
    /** A result. */
    record Result(JsonNode result) implements Answer {}

    /**
     * The result of an operation of this registry: its data as text and typed, which are written
     * once for both.
     *
     * @param data neither null nor binary
     * @param structured what is typed: the data, what it is wrapped in, or null for nothing
     */
    record Typed(JsonNode data, @Nullable JsonNode structured, boolean isModern)
            implements Answer {}

    /** A result that was written before. */
    final class Written implements Answer {
        private final byte[] json;

        Written(byte[] json) {
            this.json = json;
        }

        byte[] json() {
            return json;
        }
    }

    /**
     * It was refused before anything ran: the caller may not, or does it too often.
     *
     * @param spec of the operation; null if there is none
     */
    record Refused(CallException failure, @Nullable OperationSpec spec) implements Answer {}

    /** The client broke off the request: it gets no answer. */
    record Nothing() implements Answer {}

    /** Another thread sent the response, since the handler ran on after the deadline. */
    record Sent() implements Answer {}
}
