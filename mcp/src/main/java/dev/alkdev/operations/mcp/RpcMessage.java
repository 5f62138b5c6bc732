package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.ShortText;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A message of JSON-RPC 2.0. Ids are kept as they came, so that they go back unchanged. */
sealed interface RpcMessage {

    /** As it is sent. */
    ObjectNode toJson();

    /** Asks for an answer with the same id. */
    record Request(JsonNode id, String method, @Nullable JsonNode params) implements RpcMessage {
        @Override
        public ObjectNode toJson() {
            ObjectNode json = versioned().put("method", method);
            json.set("id", id);
            if (params != null) {
                json.set("params", params);
            }
            return json;
        }
    }

    /** Asks for nothing. */
    record Notification(String method, @Nullable JsonNode params) implements RpcMessage {
        @Override
        public ObjectNode toJson() {
            ObjectNode json = versioned().put("method", method);
            if (params != null) {
                json.set("params", params);
            }
            return json;
        }
    }

    /** What was asked for. */
    record Result(JsonNode id, JsonNode result) implements RpcMessage {
        @Override
        public ObjectNode toJson() {
            ObjectNode json = versioned();
            json.set("id", id);
            json.set("result", result);
            return json;
        }
    }

    /**
     * Why there is no result.
     *
     * @param id null if the request could not be read
     */
    record Failure(@Nullable JsonNode id, int code, String message, @Nullable JsonNode data)
            implements RpcMessage {
        static Failure of(@Nullable JsonNode id, McpException error) {
            return new Failure(id, error.code(), String.valueOf(error.getMessage()), error.data());
        }

        McpException toException() {
            return new McpException(code, message, data);
        }

        @Override
        public ObjectNode toJson() {
            ObjectNode json = versioned();
            if (id != null) {
                json.set("id", id);
            }
            ObjectNode error = json.putObject("error").put("code", code).put("message", message);
            if (data != null) {
                error.set("data", data);
            }
            return json;
        }
    }

    /**
     * Reads a message.
     *
     * @throws McpException {@code INVALID_REQUEST} that says what is wrong with it
     */
    static RpcMessage of(JsonNode json) {
        if (!json.isObject()) {
            throw invalid("a message is an object");
        }
        if (!"2.0".equals(json.path("jsonrpc").asString(""))) {
            throw invalid("'jsonrpc' must be \"2.0\"");
        }
        JsonNode id = json.get("id");
        if (json.has("method")) {
            return asking(json, id);
        }
        if (json.has("error")) {
            JsonNode error = json.get("error");
            return new Failure(
                    id == null || id.isNull() ? null : id,
                    error.path("code").asInt(McpErrorCode.INTERNAL_ERROR),
                    message(error),
                    error.get("data"));
        }
        JsonNode result = json.get("result");
        if (result == null || id == null || id.isNull()) {
            throw invalid("a message has a 'method', or an 'id' with a 'result' or an 'error'");
        }
        return new Result(id, result);
    }

    /** The message of an error; the whole error if it has none. */
    private static String message(JsonNode error) {
        JsonNode message = error.isObject() ? error.path("message") : error;
        return message.isString() ? message.asString() : ShortText.of(error.toString(), 1_000);
    }

    private static RpcMessage asking(JsonNode json, @Nullable JsonNode id) {
        if (!json.get("method").isString()) {
            throw invalid("'method' must be a string");
        }
        String method = json.get("method").asString();
        JsonNode params = json.get("params");
        if (params != null && !params.isObject()) {
            throw invalid("'params' must be an object");
        }
        if (id == null) {
            return new Notification(method, params);
        }
        if (!id.isString() && !id.isIntegralNumber()) {
            throw invalid("'id' must be a string or a whole number");
        }
        return new Request(id, method, params);
    }

    private static McpException invalid(String message) {
        return new McpException(McpErrorCode.INVALID_REQUEST, message);
    }

    private static ObjectNode versioned() {
        return JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
    }
}
