package dev.alkdev.operations.examples.conformance;

import dev.alkdev.operations.ContentBlock;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.OperationHandler;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import tools.jackson.databind.JsonNode;

import java.util.List;

/** Puts tools into a registry, each an operation of the namespace {@code test}. */
final class Tools {
    private static final Schema NO_ARGUMENTS =
            Schema.of(Json.parse("{\"type\": \"object\", \"properties\": {}}"));

    private final OperationRegistry registry;

    Tools(OperationRegistry registry) {
        this.registry = registry;
    }

    /** A tool without arguments; its name on the wire begins with {@code test_}. */
    void add(String name, String description, OperationHandler handler) {
        add(name, description, NO_ARGUMENTS, handler);
    }

    void add(String name, String description, Schema input, OperationHandler handler) {
        registry.register(spec("test." + name, description, input), handler);
    }

    static OperationSpec spec(String id, String description, Schema input) {
        return OperationSpec.mutation(id).describedAs(description).input(input).build();
    }

    static OperationSpec spec(String id, String description) {
        return spec(id, description, NO_ARGUMENTS);
    }

    /** The result of a tool that shows a text. */
    static ResponseEnvelope<JsonNode> text(String text) {
        return blocks(ContentBlock.text(text));
    }

    /** The result of a tool that shows blocks. */
    static ResponseEnvelope<JsonNode> blocks(ContentBlock... blocks) {
        List<ContentBlock> content = List.of(blocks);
        return ResponseEnvelope.mcp(
                Json.mapper().valueToTree(content), new McpMeta(false, content));
    }
}
