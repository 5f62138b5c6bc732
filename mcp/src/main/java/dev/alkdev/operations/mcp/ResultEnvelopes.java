package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ContentBlock;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.ArrayList;
import java.util.List;

/** Makes envelopes of the results of tools. */
final class ResultEnvelopes {
    private ResultEnvelopes() {}

    /**
     * The envelope of a result.
     *
     * @throws CallException if the tool failed, and that is to be an exception
     */
    static ResponseEnvelope<JsonNode> envelope(JsonNode result, McpToolOptions options) {
        List<ContentBlock> blocks = new ArrayList<>();
        result.path("content").forEach(block -> blocks.add(ContentBlock.fromJson(block)));
        boolean isError = result.path("isError").asBoolean(false);
        if (isError && options.errorsAsExceptions()) {
            throw failure(result, blocks);
        }
        JsonNode structured = result.get("structuredContent");
        JsonNode meta = result.get("_meta");
        return ResponseEnvelope.mcp(
                data(result, structured, options),
                new McpMeta(
                        isError,
                        blocks,
                        structured,
                        meta != null && meta.isObject() ? meta : null));
    }

    private static JsonNode data(
            JsonNode result, @Nullable JsonNode structured, McpToolOptions options) {
        if (structured != null) {
            return structured;
        }
        JsonNode content = result.path("content");
        if (options.parsesJsonText()
                && content.size() == 1
                && content.get(0).path("text").isString()) {
            try {
                return Json.parse(content.get(0).path("text").asString());
            } catch (IllegalArgumentException e) {
                return content;
            }
        }
        return content.isMissingNode() ? JsonNodeFactory.instance.arrayNode() : content;
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
