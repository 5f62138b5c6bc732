package dev.alkdev.operations.mcp;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The self-description of a place: name, title, version, icons and instructions of the MCP server
 * at the place of its namespace, elsewhere those of the gateway.
 *
 * @param isPublic whether every caller may see it
 */
record PlaceDescription(ObjectNode info, @Nullable String instructions, boolean isPublic) {

    static PlaceDescription of(GatewayParts parts, ToolView view, ClientInfo client) {
        McpDirectory directory = parts.directory();
        String namespace = view.place().namespace();
        if (directory != null && namespace != null) {
            for (McpDirectory.Entry entry : directory.visibleTo(client.caller())) {
                if (entry.namespace().equals(namespace)) {
                    return of(parts, entry);
                }
            }
        }
        return new PlaceDescription(parts.info().toJson(), parts.instructions(), namespace == null);
    }

    private static PlaceDescription of(GatewayParts parts, McpDirectory.Entry entry) {
        JsonNode own = entry.catalog().serverInfo();
        boolean isUsable = own.path("name").isString() && own.path("version").isString();
        return new PlaceDescription(
                isUsable && own instanceof ObjectNode info
                        ? info.deepCopy()
                        : parts.info().toJson(),
                entry.catalog().instructions().orElse(parts.instructions()),
                entry.access().isPublic());
    }

    /** Adds the instructions, if there are any. */
    void instruct(ObjectNode result) {
        if (instructions != null) {
            result.put("instructions", instructions);
        }
    }
}
