package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Map;

/** A caller that is no MCP client: it can be asked nothing. */
enum NoMcpCaller implements McpCaller {
    INSTANCE;

    /** The code of a question that the caller cannot be asked. */
    static final String MISSING_CAPABILITY = "MISSING_CAPABILITY";

    @Override
    public boolean can(String capability) {
        return false;
    }

    @Override
    public Map<String, JsonNode> ask(Map<String, McpQuestion> questions) {
        if (questions.isEmpty()) {
            return Map.of();
        }
        throw new CallException(
                MISSING_CAPABILITY,
                "this operation needs "
                        + questions.values().iterator().next().method()
                        + ", which only MCP clients support");
    }

    @Override
    public void log(String level, @Nullable String logger, JsonNode data) {
        // Nobody listens.
    }
}
