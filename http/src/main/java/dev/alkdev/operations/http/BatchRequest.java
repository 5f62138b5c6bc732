package dev.alkdev.operations.http;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The calls of a batch and the time all of them have.
 *
 * @param timeout null for the default
 */
record BatchRequest(List<BatchCall> calls, @Nullable Duration timeout) {

    /**
     * Reads a batch.
     *
     * @param header the timeout that the request's header asks for; the body's own comes first
     * @throws Refusal if it is no batch, or too large a one; what is wrong with a single call is
     *     left to its result
     */
    static BatchRequest parse(JsonNode body, int most, @Nullable Duration header) {
        JsonNode calls = body.path("calls");
        if (!calls.isArray()) {
            throw Refusal.invalid(
                    "a batch should be as {\"calls\": [{\"id\": \"a\", \"operation\":"
                            + " \"namespace.name\", \"input\": {}}]} but has no array \"calls\"");
        }
        if (calls.size() > most) {
            throw Refusal.invalid(
                    "a batch should have at most " + most + " calls but has " + calls.size());
        }
        for (String name : body.propertyNames()) {
            if (!name.equals("calls") && !name.equals("timeout")) {
                throw Refusal.invalid("/" + name + " is unknown; a batch has calls and timeout");
            }
        }
        List<BatchCall> parsed = new ArrayList<>(calls.size());
        for (JsonNode call : calls) {
            parsed.add(BatchCall.parse(call, parsed.size()));
        }
        return new BatchRequest(parsed, timeout(body.path("timeout"), header));
    }

    private static @Nullable Duration timeout(JsonNode timeout, @Nullable Duration header) {
        if (timeout.isMissingNode()) {
            return header;
        }
        // With an exponent, which is refused, where the plain text would have a thousand digits.
        String text = timeout.isNumber() ? timeout.decimalValue().toString() : null;
        return TimeoutText.parse(
                "timeout",
                text != null ? text : timeout.isString() ? timeout.asString() : "" + timeout);
    }
}
