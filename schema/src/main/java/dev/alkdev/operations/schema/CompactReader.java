package dev.alkdev.operations.schema;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;

/** Reads JSON into a compact tree. For one thread. */
final class CompactReader {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final JsonParser parser;
    private final CompactTree tree = new CompactTree();

    private CompactReader(JsonParser parser) {
        this.parser = parser;
    }

    static JsonNode read(JsonParser parser) {
        JsonToken first = parser.nextToken();
        if (first == null) {
            return MissingNode.getInstance();
        }
        JsonNode value = new CompactReader(parser).value(first, 0);
        if (parser.nextToken() != null) {
            throw new StreamReadException(parser, "there is content after the end");
        }
        return value;
    }

    private JsonNode value(JsonToken token, int depth) {
        return switch (token) {
            case START_OBJECT -> object(depth);
            case START_ARRAY -> array(depth);
            case VALUE_STRING -> tree.text(parser.getString());
            case VALUE_NUMBER_INT -> integer();
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDecimalValue());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            default -> throw new StreamReadException(parser, "unexpected " + token);
        };
    }

    private JsonNode integer() {
        return switch (parser.getNumberType()) {
            case INT -> NODES.numberNode(parser.getIntValue());
            case LONG -> NODES.numberNode(parser.getLongValue());
            default -> NODES.numberNode(parser.getBigIntegerValue());
        };
    }

    private JsonNode object(int depth) {
        int from = tree.size();
        for (JsonToken token = parser.nextToken();
                token != JsonToken.END_OBJECT;
                token = parser.nextToken()) {
            String name = parser.currentName();
            tree.push(name, value(parser.nextToken(), depth + 1));
        }
        return tree.object(from, depth);
    }

    private JsonNode array(int depth) {
        int from = tree.size();
        for (JsonToken token = parser.nextToken();
                token != JsonToken.END_ARRAY;
                token = parser.nextToken()) {
            tree.push("", value(token, depth + 1));
        }
        return tree.array(from, depth);
    }
}
