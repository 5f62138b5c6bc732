package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ContentBlock;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.ArrayList;
import java.util.List;

/** Makes envelopes of the results of tools. */
final class ResultEnvelopes {
    private ResultEnvelopes() {}

    /**
     * The envelope of a result.
     *
     * @param version before 2026-07-28 a null {@code structuredContent} means an absent one
     * @throws CallException if the tool failed, and that is to be an exception
     */
    static ResponseEnvelope<JsonNode> envelope(
            JsonNode result, McpVersion version, McpToolOptions options) {
        List<ContentBlock> blocks = blocks(result);
        boolean isError = result.path("isError").asBoolean(false);
        if (isError && options.errorsAsExceptions()) {
            throw failure(result, blocks);
        }
        JsonNode structured = result.get("structuredContent");
        if (structured != null && structured.isNull() && !version.isModern()) {
            structured = null;
        }
        return ResponseEnvelope.mcp(
                structured == null ? data(result, blocks, options) : structured,
                new McpMeta(isError, blocks, structured, ResultRest.meta(result, blocks)));
    }

    /** The content as blocks, whatever the server sent in its place. */
    private static List<ContentBlock> blocks(JsonNode result) {
        JsonNode content = result.path("content");
        List<ContentBlock> blocks = new ArrayList<>();
        if (content.isArray()) {
            content.forEach(block -> blocks.add(ContentBlock.fromJson(block)));
        } else if (content.isString()) {
            blocks.add(ContentBlock.text(content.asString()));
        } else if (content.isObject()) {
            blocks.add(ContentBlock.fromJson(content));
        }
        if (blocks.isEmpty() && !content.isArray()) {
            // A result of another kind is shown instead of an empty success.
            JsonNode other = ResultRest.payload(result);
            if (other != null && !result.has("structuredContent")) {
                blocks.add(
                        ContentBlock.text(other.isString() ? other.asString() : other.toString()));
            }
        }
        return blocks;
    }

    private static JsonNode data(
            JsonNode result, List<ContentBlock> blocks, McpToolOptions options) {
        JsonNode content = result.path("content");
        if (result.isNull()) {
            return result;
        }
        if (options.parsesJsonText()
                && blocks.size() == 1
                && blocks.getFirst() instanceof ContentBlock.Text text) {
            try {
                return Json.parse(text.text());
            } catch (IllegalArgumentException e) {
                return array(blocks);
            }
        }
        JsonNode other = content.isMissingNode() ? ResultRest.payload(result) : null;
        return other == null ? array(blocks) : other;
    }

    private static JsonNode array(List<ContentBlock> blocks) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode(blocks.size());
        blocks.forEach(block -> array.add(block.toJson()));
        return array;
    }

    private static CallException failure(JsonNode result, List<ContentBlock> blocks) {
        String text = "the tool failed";
        for (ContentBlock block : blocks) {
            if (block instanceof ContentBlock.Text said) {
                text = said.text();
                break;
            }
        }
        return new CallException(ErrorCode.EXECUTION_ERROR, text).withDetails(result);
    }
}
