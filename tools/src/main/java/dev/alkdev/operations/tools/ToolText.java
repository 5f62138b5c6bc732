package dev.alkdev.operations.tools;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ContentBlock;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Results and failures of calls as texts for a model to read. */
public final class ToolText {
    private static final int MOST_DETAILS = 4_000;

    private ToolText() {}

    /** Data as text: a string as it is, everything else as JSON. */
    public static String of(JsonNode data) {
        return data.isString() || data.isBinary()
                ? data.asString()
                : Json.mapper().writeValueAsString(data);
    }

    /** A result as text: of an MCP tool what it shows to models, else the data. */
    public static String of(ResponseEnvelope<JsonNode> envelope) {
        if (!(envelope.meta() instanceof McpMeta mcp)) {
            return of(envelope.data());
        }
        JsonNode structured = mcp.structuredContent();
        return mcp.content().isEmpty() && structured != null
                ? of(structured)
                : mcp.content().stream().map(ToolText::of).collect(Collectors.joining("\n"));
    }

    private static String of(ContentBlock block) {
        return block instanceof ContentBlock.Text text ? text.text() : of(block.toJson());
    }

    /**
     * What is wrong, in one or two texts: the message, after its code unless that adds nothing, and
     * the details, which name each error of a wrong input.
     */
    public static List<String> of(CallException failure) {
        List<String> texts = new ArrayList<>();
        boolean saysAll = failure.code().equals(ErrorCode.EXECUTION_ERROR);
        texts.add((saysAll ? "" : failure.code() + ": ") + failure.getMessage());
        @Nullable JsonNode details = failure.details().orElse(null);
        if (details != null) {
            String more = Json.mapper().writeValueAsString(details);
            texts.add(more.length() <= MOST_DETAILS ? more : more.substring(0, MOST_DETAILS) + "…");
        }
        return texts;
    }
}
