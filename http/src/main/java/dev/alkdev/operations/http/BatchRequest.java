package dev.alkdev.operations.http;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The calls of a batch and the time all of them have.
 *
 * @param timeout null for the default
 */
record BatchRequest(List<Entry> calls, @Nullable Duration timeout) {

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
        List<Entry> parsed = new ArrayList<>(calls.size());
        for (JsonNode call : calls) {
            parsed.add(Entry.parse(call, parsed.size()));
        }
        return new BatchRequest(parsed, timeout(body.path("timeout"), header));
    }

    private static @Nullable Duration timeout(JsonNode timeout, @Nullable Duration header) {
        if (timeout.isMissingNode()) {
            return header;
        }
        // With an exponent, which is refused, where the plain text would have a thousand digits.
        String text = timeout.isNumber() ? timeout.decimalValue().toString() : null;
        return Exchange.timeout(
                "timeout",
                text != null ? text : timeout.isString() ? timeout.asString() : "" + timeout);
    }

    /**
     * One call of a batch.
     *
     * @param id given back with the result; null if there is none
     * @param operation empty if it names none
     * @param problem what is wrong with the call itself; null if nothing is
     */
    record Entry(
            @Nullable JsonNode id, String operation, JsonNode input, @Nullable String problem) {

        static Entry parse(JsonNode call, int place) {
            String at = "/calls/" + place;
            JsonNode id = call.get("id");
            JsonNode operation = call.path("operation");
            JsonNode input = call.path("input");
            return new Entry(
                    id == null || !id.isValueNode() ? null : id,
                    operation.asString(""),
                    input.isMissingNode() ? JsonNodeFactory.instance.objectNode() : input,
                    problem(call, at));
        }

        private static @Nullable String problem(JsonNode call, String at) {
            if (!call.isObject()) {
                return at + " should be an object as {\"id\", \"operation\", \"input\"}";
            }
            JsonNode operation = call.path("operation");
            if (!operation.isString() || operation.asString().isEmpty()) {
                return at
                        + "/operation should be the id of an operation but is "
                        + shown(operation);
            }
            for (String name : call.propertyNames()) {
                if (!name.equals("id") && !name.equals("operation") && !name.equals("input")) {
                    return at + "/" + name + " is unknown; a call has id, operation and input";
                }
            }
            JsonNode id = call.path("id");
            return id.isMissingNode() || id.isString() || id.isNumber()
                    ? null
                    : at + "/id should be a string or a number but is " + shown(id);
        }

        private static String shown(JsonNode node) {
            return node.isMissingNode() ? "missing" : node.toString();
        }
    }
}
