package dev.alkdev.operations.examples.conformance;

import dev.alkdev.operations.mcp.McpQuestion;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.List;
import java.util.Map;

/** What the tools of the suite ask. */
final class Questions {
    private Questions() {}

    static McpQuestion sample(String prompt, int maxTokens) {
        JsonNode params =
                Json.mapper()
                        .valueToTree(
                                Map.of(
                                        "messages",
                                        List.of(
                                                Map.of(
                                                        "role",
                                                        "user",
                                                        "content",
                                                        Map.of("type", "text", "text", prompt))),
                                        "maxTokens",
                                        maxTokens));
        return new McpQuestion(McpQuestion.SAMPLE, params);
    }

    static McpQuestion roots() {
        return new McpQuestion(McpQuestion.ROOTS, JsonNodeFactory.instance.objectNode());
    }

    /** Asks for one value. */
    static McpQuestion elicit(String message, String name, String type) {
        return elicit(
                message,
                Json.parse(
                        """
                        {"type": "object", "properties": {"%1$s": {"type": "%2$s"}},
                         "required": ["%1$s"]}
                        """
                                .formatted(name, type)));
    }

    static McpQuestion elicit(String message, JsonNode requestedSchema) {
        return new McpQuestion(
                McpQuestion.ELICIT,
                JsonNodeFactory.instance
                        .objectNode()
                        .put("message", message)
                        .set("requestedSchema", requestedSchema));
    }
}
