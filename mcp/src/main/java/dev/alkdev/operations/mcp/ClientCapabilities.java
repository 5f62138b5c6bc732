package dev.alkdev.operations.mcp;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/** What a server can ask a client, as the client declares it. */
final class ClientCapabilities {
    private static final String SAMPLING = "sampling";
    private static final String ROOTS = "roots";
    private static final List<String> SAMPLING_PARTS = List.of("tools", "context");

    private ClientCapabilities() {}

    /**
     * Of a handshake: for all calls that will be made.
     *
     * @param passesOn whether questions can be passed on to callers
     */
    static ObjectNode ofConnection(McpServerOptions config, boolean passesOn) {
        ObjectNode json = roots(config);
        if (passesOn || config.questions != null) {
            ObjectNode modes = json.putObject(Elicitation.CAPABILITY);
            modes.putObject(Elicitation.FORM);
            if (passesOn || config.opensUrls) {
                modes.putObject(Elicitation.URL);
            }
            ObjectNode sampling = json.putObject(SAMPLING);
            if (passesOn) {
                // A caller that cannot is not asked: the server gets an error for this call.
                SAMPLING_PARTS.forEach(sampling::putObject);
            }
        }
        return json;
    }

    /** Of a single request, since 2026-07-28: what the caller of just this one can be asked. */
    static ObjectNode ofRequest(McpServerOptions config, @Nullable McpCaller caller) {
        ObjectNode json = roots(config);
        if (config.questions != null || can(caller, Elicitation.CAPABILITY)) {
            json.withObject(Elicitation.CAPABILITY).putObject(Elicitation.FORM);
        }
        if ((config.questions != null && config.opensUrls)
                || can(caller, Elicitation.URL_CAPABILITY)) {
            json.withObject(Elicitation.CAPABILITY).putObject(Elicitation.URL);
        }
        if (config.questions != null || can(caller, SAMPLING)) {
            ObjectNode sampling = json.putObject(SAMPLING);
            for (String part : SAMPLING_PARTS) {
                if (can(caller, SAMPLING + "." + part)) {
                    sampling.putObject(part);
                }
            }
        }
        if (can(caller, ROOTS) && !json.has(ROOTS)) {
            json.putObject(ROOTS);
        }
        return json;
    }

    private static boolean can(@Nullable McpCaller caller, String capability) {
        return caller != null && caller.can(capability);
    }

    private static ObjectNode roots(McpServerOptions config) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        if (!config.roots.isEmpty()) {
            json.putObject(ROOTS);
        }
        return json;
    }
}
