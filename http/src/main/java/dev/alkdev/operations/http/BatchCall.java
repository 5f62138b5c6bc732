package dev.alkdev.operations.http;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * One call of a batch.
 *
 * @param id given back with the result; null if there is none
 * @param operation empty if it names none
 * @param problem what is wrong with the call itself; null if nothing is
 */
record BatchCall(
        @Nullable JsonNode id, String operation, JsonNode input, @Nullable String problem) {

    static BatchCall parse(JsonNode call, int place) {
        String at = "/calls/" + place;
        JsonNode id = call.get("id");
        JsonNode operation = call.path("operation");
        JsonNode input = call.path("input");
        return new BatchCall(
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
            return at + "/operation should be the id of an operation but is " + shown(operation);
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
