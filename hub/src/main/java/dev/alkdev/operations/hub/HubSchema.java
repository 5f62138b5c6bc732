package dev.alkdev.operations.hub;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaError;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The schema of config files: which keys there are, and what to say about them. Immutable; threads
 * may share it.
 */
final class HubSchema {
    private static final int MOST_ERRORS = 500;
    private static final HubSchema INSTANCE = load();

    private final JsonNode json;
    private final Schema schema;

    private HubSchema(JsonNode json) {
        this.json = json;
        this.schema = Schema.of(json);
    }

    static HubSchema instance() {
        return INSTANCE;
    }

    private static HubSchema load() {
        try (InputStream in = HubSchema.class.getResourceAsStream("hub.schema.json")) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks hub.schema.json");
            }
            return new HubSchema(Json.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JsonNode json() {
        return json;
    }

    List<SchemaError> errors(JsonNode config) {
        return schema.errors(config, MOST_ERRORS);
    }

    /** What the schema says about one value. */
    About about(JsonNode config, String pointer) {
        List<JsonNode> applicable = new ArrayList<>();
        addApplicable(json, config, applicable);
        JsonNode value = config;
        for (String token : Pointers.tokens(pointer)) {
            JsonNode child =
                    value.isArray() ? value.path(Integer.parseInt(token)) : value.path(token);
            List<JsonNode> next = new ArrayList<>();
            for (JsonNode each : applicable) {
                JsonNode part = value.isArray() ? each.path("items") : member(each, token);
                addApplicable(part, child, next);
            }
            applicable = next;
            value = child;
        }
        return new About(applicable);
    }

    /** The schema itself first, so that its words come before those of what it refers to. */
    private void addApplicable(JsonNode part, JsonNode value, List<JsonNode> applicable) {
        if (!part.isObject()) {
            return;
        }
        applicable.add(part);
        if (part.has("$ref")) {
            addApplicable(json.at(part.get("$ref").asString().substring(1)), value, applicable);
        }
        for (JsonNode each : part.path("allOf")) {
            if (Schema.of(each.path("if")).accepts(value)) {
                addApplicable(each.path("then"), value, applicable);
            }
        }
    }

    private static JsonNode member(JsonNode part, String name) {
        JsonNode declared = part.path("properties").path(name);
        if (!declared.isMissingNode()) {
            return declared;
        }
        for (Map.Entry<String, JsonNode> each : part.path("patternProperties").properties()) {
            if (Pattern.compile(each.getKey()).matcher(name).find()) {
                return each.getValue();
            }
        }
        return part.path("additionalProperties");
    }

    /** The words of the schemas that apply to a value; the first that says something counts. */
    record About(List<JsonNode> schemas) {

        /** What a value should be, as in "a duration". */
        String title() {
            return word("title").map(JsonNode::asString).orElse("something else");
        }

        Optional<JsonNode> example() {
            return word("examples").map(examples -> examples.get(0));
        }

        boolean isSecret() {
            return word("writeOnly").isPresent();
        }

        private Optional<JsonNode> word(String keyword) {
            return schemas.stream()
                    .filter(schema -> schema.has(keyword))
                    .map(schema -> schema.get(keyword))
                    .findFirst();
        }

        /** The keys an object may have, those of the schema itself left out. */
        List<String> keys() {
            return schemas.stream()
                    .flatMap(schema -> schema.path("properties").propertyNames().stream())
                    .filter(name -> !name.startsWith("$"))
                    .distinct()
                    .toList();
        }

        /** The keys an object must have. */
        List<String> required() {
            return schemas.stream()
                    .flatMap(schema -> schema.path("required").valueStream())
                    .map(JsonNode::asString)
                    .distinct()
                    .toList();
        }

        /** The texts a value may be. */
        List<String> choices() {
            return word("enum").stream()
                    .flatMap(JsonNode::valueStream)
                    .map(JsonNode::asString)
                    .toList();
        }

        /** What is said about the names of keys. */
        About names() {
            return new About(word("propertyNames").stream().toList());
        }

        /** Whether a key may have this name. */
        boolean allowsName(String name) {
            return names().word("pattern")
                    .map(pattern -> Pattern.compile(pattern.asString()).matcher(name).find())
                    .orElse(true);
        }
    }
}
