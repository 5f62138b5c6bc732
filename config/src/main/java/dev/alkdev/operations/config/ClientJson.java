package dev.alkdev.operations.config;

import dev.alkdev.operations.base.BoundedFile;
import dev.alkdev.operations.schema.Json;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads the JSON of other programs, with comments and trailing commas, as a config: each value has
 * its place in the file. For one use.
 */
public final class ClientJson {
    private static final JsonMapper LENIENT =
            JsonMapper.builder()
                    .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                    .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                    .build();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*?)(:-[^}]*)?}");
    private static final int DEEPEST = 64;

    private final ConfigTree tree;
    private final UnaryOperator<String> expand;

    private ClientJson(ConfigTree tree, UnaryOperator<String> expand) {
        this.tree = tree;
        this.expand = expand;
    }

    /**
     * Reads a file.
     *
     * @param name the file's name in messages
     * @param folder the folder that relative paths start at
     * @param expand replaces the variables of a text; throws an {@link IllegalArgumentException}
     *     that becomes a problem of the value
     * @throws ConfigException if the file cannot be read or is not JSON
     */
    public static ConfigValue read(
            Path file, String name, Path folder, UnaryOperator<String> expand) {
        Problems problems = new Problems(name);
        ConfigTree tree = new ConfigTree(folder, problems);
        try {
            String text = BoundedFile.text(file, ConfigReader.LARGEST);
            Json.read(() -> new ClientJson(tree, expand).build(text));
        } catch (JacksonException e) {
            problems.add(place(e.getLocation()), "", "this is not JSON: " + ConfigReader.reason(e));
        } catch (IllegalArgumentException e) {
            problems.add(Place.START, "", "the file " + e.getMessage());
        }
        problems.throwIfWhole();
        return tree.value();
    }

    private ConfigTree build(String text) {
        try (JsonParser parser = LENIENT.createParser(text)) {
            if (parser.nextToken() != null) {
                tree.root(value(parser, "", 0));
            }
            if (parser.nextToken() != null) {
                problem(parser, "", "the file continues after its object");
            }
        }
        return tree;
    }

    private static Place place(TokenStreamLocation location) {
        return location == null
                ? Place.START
                : new Place(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
    }

    private void problem(JsonParser parser, String pointer, String message) {
        tree.problems().add(place(parser.currentTokenLocation()), pointer, message);
    }

    private JsonNode value(JsonParser parser, String pointer, int depth) {
        tree.putValue(pointer, place(parser.currentTokenLocation()));
        JsonToken token = parser.currentToken();
        if (depth > DEEPEST) {
            problem(parser, "", "the file is nested more than " + DEEPEST + " levels deep");
            tree.problems().throwIfWhole();
        }
        return switch (token) {
            case START_OBJECT -> object(parser, pointer, depth);
            case START_ARRAY -> array(parser, pointer, depth);
            case VALUE_STRING -> text(parser, pointer);
            case VALUE_TRUE, VALUE_FALSE -> NODES.booleanNode(token == JsonToken.VALUE_TRUE);
            case VALUE_NUMBER_INT -> PlainScalar.integer(parser.getString());
            case VALUE_NUMBER_FLOAT -> PlainScalar.decimal(parser.getString());
            default -> NODES.nullNode();
        };
    }

    private ObjectNode object(JsonParser parser, String pointer, int depth) {
        ObjectNode object = NODES.objectNode();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            String child = Pointers.child(pointer, name);
            if (object.has(name)) {
                problem(parser, child, "duplicate key '" + SafeText.shortened(name) + "'");
            }
            tree.putKey(child, place(parser.currentTokenLocation()));
            parser.nextToken();
            object.set(name, value(parser, child, depth + 1));
        }
        return object;
    }

    private ArrayNode array(JsonParser parser, String pointer, int depth) {
        ArrayNode array = NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(parser, pointer + "/" + array.size(), depth + 1));
        }
        return array;
    }

    private JsonNode text(JsonParser parser, String pointer) {
        String text = parser.getString();
        if (!text.contains("${")) {
            return NODES.stringNode(text);
        }
        // Messages name the variables; fallbacks and the text around them may be secret.
        tree.putExpansion(
                pointer,
                VARIABLE.matcher(text)
                        .results()
                        .map(found -> "${" + found.group(1) + "}")
                        .collect(Collectors.joining()));
        try {
            return NODES.stringNode(expand.apply(text));
        } catch (IllegalArgumentException e) {
            problem(parser, pointer, String.valueOf(e.getMessage()));
            return NODES.stringNode("");
        }
    }
}
