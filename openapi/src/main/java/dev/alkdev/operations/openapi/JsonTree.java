package dev.alkdev.operations.openapi;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;

/**
 * Reads JSON into a tree that takes little memory. For one thread. The parser bounds how deep the
 * text may be nested.
 */
final class JsonTree {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final JsonParser parser;
    private final SharedNodes nodes = new SharedNodes();
    private final SharedNodes.Stack stack = new SharedNodes.Stack();

    private JsonTree(JsonParser parser) {
        this.parser = parser;
    }

    /**
     * Reads one value and nothing after it.
     *
     * @throws JacksonException if the text is not JSON
     * @throws DocumentException if an object has a name twice
     */
    static JsonNode parse(JsonParser parser) {
        try (parser) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                return MissingNode.getInstance();
            }
            JsonNode tree = new JsonTree(parser).value(first, 0);
            if (parser.nextToken() != null) {
                throw new StreamReadException(parser, "there is content after the end");
            }
            return tree;
        } catch (SharedNodes.DuplicateNameException e) {
            var end = parser.currentLocation();
            throw new DocumentException(
                    "not JSON that can be used: "
                            + e.getMessage()
                            + ", which ends at line "
                            + end.getLineNr()
                            + ", column "
                            + end.getColumnNr(),
                    e);
        }
    }

    private JsonNode value(JsonToken token, int depth) {
        return switch (token) {
            case START_OBJECT -> object(depth);
            case START_ARRAY -> array(depth);
            case VALUE_STRING -> nodes.text(parser.getString());
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
        int from = stack.size();
        for (JsonToken token = parser.nextToken();
                token != JsonToken.END_OBJECT;
                token = parser.nextToken()) {
            String name = parser.currentName();
            stack.push(name, value(parser.nextToken(), depth + 1));
        }
        return nodes.object(stack, from, depth);
    }

    private JsonNode array(int depth) {
        int from = stack.size();
        for (JsonToken token = parser.nextToken();
                token != JsonToken.END_ARRAY;
                token = parser.nextToken()) {
            stack.push("", value(token, depth + 1));
        }
        return nodes.array(stack, from, depth);
    }
}
