package dev.alkdev.operations.mcp;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/**
 * A request that a server answers.
 *
 * @param params an empty object if there are none
 * @param view the tools at the place where it came in
 */
record ServerRequest(
        JsonNode id,
        String method,
        JsonNode params,
        ClientInfo client,
        Channel channel,
        ToolView view) {

    boolean isModern() {
        return client.isModern();
    }

    /**
     * A text that must be given.
     *
     * @throws McpException if it is not
     */
    String text(String name) {
        JsonNode value = params.path(name);
        if (!value.isString()) {
            throw McpException.invalidParams(method + " needs a text in '" + name + "'");
        }
        return value.asString();
    }

    /** The cursor of the page before; null for the first page. */
    @Nullable String cursor() {
        JsonNode cursor = params.path("cursor");
        if (!cursor.isMissingNode() && !cursor.isNull() && !cursor.isString()) {
            throw McpException.invalidParams("the cursor should be a text");
        }
        return cursor.isString() ? cursor.asString() : null;
    }

    /** The value of a key of {@code _meta}; missing if there is none. */
    JsonNode meta(String key) {
        return params.path("_meta").path(key);
    }
}
