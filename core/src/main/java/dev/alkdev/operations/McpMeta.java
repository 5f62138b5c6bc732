package dev.alkdev.operations;

import com.fasterxml.jackson.annotation.JsonCreator;

import dev.alkdev.operations.base.JsonFields;
import dev.alkdev.operations.schema.Schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/**
 * A result of an MCP tool.
 *
 * @param isError whether the tool ran and answered with an error
 * @param content the blocks for people and models
 * @param structuredContent the typed output, any JSON value; null if the tool gave none
 * @param meta {@code _meta}, if the server attached any
 */
public record McpMeta(
        boolean isError,
        List<ContentBlock> content,
        @Nullable JsonNode structuredContent,
        @Nullable JsonNode meta)
        implements ResponseMeta {
    /** The schema of the JSON form. */
    public static final Schema SCHEMA = WireSchema.load("response-meta", "#/$defs/mcpMeta");

    static final String SOURCE = "mcp";

    public McpMeta {
        content = List.copyOf(content);
    }

    /** A result of blocks only. */
    public McpMeta(boolean isError, List<ContentBlock> content) {
        this(isError, content, null, null);
    }

    @Override
    public String source() {
        return SOURCE;
    }

    void write(ObjectNode json) {
        json.put("isError", isError);
        ArrayNode blocks = json.putArray("content");
        content.forEach(block -> blocks.add(block.toJson()));
        if (structuredContent != null) {
            json.set("structuredContent", structuredContent);
        }
        if (meta != null) {
            json.set("_meta", meta);
        }
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static McpMeta fromJson(JsonNode json) {
        return read(ResponseEnvelope.meta(SOURCE, json));
    }

    static McpMeta read(JsonFields fields) {
        fields.required("content");
        return new McpMeta(
                fields.bool("isError"),
                fields.array("content").valueStream().map(ContentBlock::fromJson).toList(),
                fields.any("structuredContent"),
                fields.optionalObject("_meta"));
    }
}
