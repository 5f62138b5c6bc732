package dev.alkdev.operations.mcp;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a client tells a server it can be asked. */
final class ClientCapabilities {
    private static final String ELICITATION = "elicitation";
    private static final String SAMPLING = "sampling";
    private static final String ROOTS = "roots";

    private ClientCapabilities() {}

    /**
     * Of a handshake: for all calls that will be made.
     *
     * @param passesOn whether questions can be passed on to callers
     */
    static ObjectNode ofConnection(McpServerConfig config, boolean passesOn) {
        ObjectNode json = roots(config);
        if (passesOn || config.questions != null) {
            json.putObject(ELICITATION).putObject("form");
            json.putObject(SAMPLING);
        }
        return json;
    }

    /** Of a single request, since 2026-07-28: what the caller of just this one can be asked. */
    static ObjectNode ofRequest(McpServerConfig config, @Nullable McpCaller caller) {
        ObjectNode json = roots(config);
        if (config.questions != null || (caller != null && caller.can(ELICITATION))) {
            json.putObject(ELICITATION).putObject("form");
        }
        if (config.questions != null || (caller != null && caller.can(SAMPLING))) {
            json.putObject(SAMPLING);
        }
        if (caller != null && caller.can(ROOTS) && !json.has(ROOTS)) {
            json.putObject(ROOTS);
        }
        return json;
    }

    private static ObjectNode roots(McpServerConfig config) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        if (!config.roots.isEmpty()) {
            json.putObject(ROOTS);
        }
        return json;
    }
}
