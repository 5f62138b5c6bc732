package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.tools.ToolText;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes the result of a call as that of a tool. */
final class ToolResults {
    private ToolResults() {}

    /** The result of a call: a tool's own unchanged, other data as text and typed. */
    static Answer of(ResponseEnvelope<JsonNode> envelope, Tool tool, boolean isModern) {
        JsonNode data = envelope.data();
        boolean isProxied = envelope.meta() instanceof McpMeta;
        if (!isProxied && (data.isContainer() || data.isString() || data.isNumber())) {
            return new Answer.Typed(data, tool.form().structured(data, isModern), isModern);
        }
        ObjectNode result =
                envelope.meta() instanceof McpMeta mcp
                        ? proxied(mcp, tool, isModern)
                        : own(envelope, tool, isModern);
        return new Answer.Result(complete(result, isModern));
    }

    /** The answer with a note about data that it lacks. */
    static Answer noted(Answer answer, RemovedData removed) {
        return switch (answer) {
            case Answer.Typed typed -> new Answer.Result(removed.noteIn(tree(typed)));
            case Answer.Result(ObjectNode result) -> new Answer.Result(removed.noteIn(result));
            default -> answer;
        };
    }

    /** As a tree, for those who do not write it at once. */
    static ObjectNode tree(Answer.Typed typed) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        text(result.putArray("content"), ToolText.of(typed.data()));
        if (typed.structured() != null) {
            result.set("structuredContent", typed.structured());
        }
        return complete(result, typed.isModern());
    }

    private static ObjectNode complete(ObjectNode result, boolean isModern) {
        return isModern ? result.put("resultType", "complete") : result;
    }

    private static ObjectNode proxied(McpMeta mcp, Tool tool, boolean isModern) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ArrayNode content = result.putArray("content");
        mcp.content().forEach(block -> content.add(block.toJson()));
        JsonNode structured = mcp.structuredContent();
        if (structured != null) {
            JsonNode fitting = tool.form().structured(structured, isModern);
            if (fitting != null) {
                result.set("structuredContent", fitting);
            }
        }
        if (mcp.isError()) {
            result.put("isError", true);
        }
        if (mcp.meta() instanceof ObjectNode meta) {
            ResultRest.restore(result, meta.deepCopy());
        }
        return result;
    }

    private static ObjectNode own(
            ResponseEnvelope<JsonNode> envelope, Tool tool, boolean isModern) {
        JsonNode data = envelope.data();
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ArrayNode content = result.putArray("content");
        if (data.isBinary()) {
            String type =
                    envelope.meta() instanceof HttpMeta http
                            ? mediaType(http.contentType())
                            : "application/octet-stream";
            content.add(file(data, type, tool));
            return result;
        }
        if (!data.isNull()) {
            text(content, ToolText.of(data));
        }
        JsonNode structured = tool.form().structured(data, isModern);
        if (structured != null) {
            result.set("structuredContent", structured);
        }
        return result;
    }

    private static String mediaType(String contentType) {
        int end = contentType.indexOf(';');
        String type = (end < 0 ? contentType : contentType.substring(0, end)).strip();
        return type.isEmpty() ? "application/octet-stream" : type;
    }

    private static ObjectNode file(JsonNode data, String type, Tool tool) {
        ObjectNode block = JsonNodeFactory.instance.objectNode();
        if (type.startsWith("image/") || type.startsWith("audio/")) {
            block.put("type", type.substring(0, 5));
            block.put("data", data.asString()).put("mimeType", type);
            return block;
        }
        block.put("type", "resource");
        block.putObject("resource")
                .put("uri", "urn:operations:result:" + tool.spec().id())
                .put("mimeType", type)
                .put("blob", data.asString());
        return block;
    }

    /** The result of a call that failed, as text for a model and with a code for a program. */
    static ObjectNode failed(CallException failure, boolean isModern) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        JsonNode details = failure.details().orElse(null);
        ArrayNode content = result.putArray("content");
        ToolText.of(failure).forEach(text -> text(content, text));
        result.put("isError", true);
        ObjectNode error = result.putObject("_meta").putObject(MetaKeys.ERROR);
        error.put("code", failure.code());
        if (details != null) {
            error.set("details", details);
        }
        error.put("retryable", failure.retryable());
        return complete(result, isModern);
    }

    private static void text(ArrayNode content, String text) {
        content.addObject().put("type", "text").put("text", text);
    }
}
