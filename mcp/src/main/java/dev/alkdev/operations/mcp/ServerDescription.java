package dev.alkdev.operations.mcp;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/**
 * The self-description of a server.
 *
 * @param instructions how to use it, for models; null for none
 */
record ServerDescription(
        McpVersion version, JsonNode info, JsonNode capabilities, @Nullable String instructions) {

    /** Whether it has a capability, or a part of one such as {@code tools}, {@code listChanged}. */
    boolean has(String capability, String... parts) {
        JsonNode found = capabilities.path(capability);
        for (String part : parts) {
            found = found.path(part);
        }
        return parts.length == 0 ? found.isObject() : found.asBoolean(false);
    }

    static ServerDescription ofInitialize(McpVersion version, JsonNode result) {
        return of(version, result, result.path("serverInfo"));
    }

    static ServerDescription ofDiscover(McpVersion version, JsonNode result) {
        JsonNode info = result.path("_meta").path("io.modelcontextprotocol/serverInfo");
        return of(version, result, info.isMissingNode() ? result.path("serverInfo") : info);
    }

    private static ServerDescription of(McpVersion version, JsonNode result, JsonNode info) {
        JsonNode instructions = result.path("instructions");
        return new ServerDescription(
                version,
                info,
                result.path("capabilities"),
                instructions.isString() ? instructions.asString() : null);
    }
}
