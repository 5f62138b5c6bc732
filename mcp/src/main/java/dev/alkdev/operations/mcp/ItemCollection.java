package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.StreamSink;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.SchemaRewrite;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.function.Consumer;

/**
 * The items of a subscription as the result of a tool: each is reported as progress when it
 * arrives, and the first ones are the result. For one thread.
 */
final class ItemCollection implements StreamSink {
    private static final int MOST_TEXT = 256 * 1024;

    /** The mark of an item that is an error, whose data does not match the schema. */
    private static final String IS_ERROR = "isError";

    private final int most;
    private final Consumer<Progress> progress;
    private final ArrayNode items = JsonNodeFactory.instance.arrayNode();
    private int size;
    private boolean full;
    private boolean hasErrors;

    /**
     * An empty one.
     *
     * @param most items in the result
     */
    ItemCollection(int most, Consumer<Progress> progress) {
        this.most = most;
        this.progress = progress;
    }

    /** The schema of a collection of items. */
    static JsonNode schema(JsonNode item) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        JsonNode inner = SchemaRewrite.relocated("#/properties/items/items/anyOf/0", item, schema);
        schema.put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ObjectNode items = properties.putObject("items").put("type", "array").putObject("items");
        items.putArray("anyOf").add(inner).add(errorSchema());
        properties.putObject("complete").put("type", "boolean");
        schema.putArray("required").add("items").add("complete");
        return schema;
    }

    private static JsonNode errorSchema() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        schema.putObject("properties").putObject(IS_ERROR).put("const", true);
        schema.putArray("required").add(IS_ERROR).add("data");
        return schema;
    }

    @Override
    public void item(ResponseEnvelope<JsonNode> item) {
        JsonNode data = item.isError() ? marked(item.data()) : item.data();
        hasErrors |= item.isError();
        String text = Json.mapper().writeValueAsString(data);
        items.add(data);
        size += text.length();
        progress.accept(new Progress(items.size(), null, text));
        if (items.size() >= most || size >= MOST_TEXT) {
            full = true;
            throw new CallException(ErrorCode.ABORTED, "the result has as many items as it may");
        }
    }

    private static JsonNode marked(JsonNode data) {
        return JsonNodeFactory.instance.objectNode().put(IS_ERROR, true).set("data", data);
    }

    /** Whether a failure only means that enough was collected. */
    boolean explains(CallException failure) {
        return full || (failure.code().equals(ErrorCode.TIMEOUT) && !items.isEmpty());
    }

    /** The items so far. */
    JsonNode result(boolean isComplete) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.set("items", items);
        result.put("complete", isComplete && !hasErrors);
        return result;
    }
}
