package dev.alkdev.operations.openapi;

import dev.alkdev.operations.openapi.DocumentProblem.Kind;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.JsonType;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Gives schemas of the documents as parts of composed ones. A part is the document's own node, or a
 * reference into another document: nothing is copied or inlined.
 */
final class SchemaParts {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final JsonNode FILE =
            Json.parse(
                    """
                    [{"type": "string", "contentEncoding": "base64"},
                     {"type": "object",
                      "properties": {
                        "data": {"type": "string", "contentEncoding": "base64"},
                        "filename": {"type": "string"},
                        "contentType": {"type": "string"}},
                      "required": ["data"]}]
                    """);

    private final Problems problems;

    SchemaParts(Problems problems) {
        this.problems = problems;
    }

    /**
     * The schema at a place; one that accepts everything if there is none, it leads nowhere, or it
     * is of no type there is. What else may be wrong with it shows when it is compiled.
     */
    JsonNode part(Place schema) {
        if (!schema.exists() || !isUsable(schema)) {
            return NODES.objectNode();
        }
        if (schema.document().isMain() || schema.document().madeUp()) {
            return schema.node();
        }
        return NODES.objectNode().put("$ref", schema.reference());
    }

    /**
     * The schema of a parameter as a part of a composed one. A parameter is always sent, so that
     * {@code readOnly}, which is about bodies, does not make it optional.
     */
    JsonNode ofParameter(Place schema) {
        JsonNode part = part(schema);
        if (!schema.view().keyword("readOnly").asBoolean(false)) {
            return part;
        }
        ObjectNode copy = NODES.objectNode();
        if (part.has("$ref")) {
            copy.putArray("allOf").add(part);
            return copy;
        }
        copy.setAll(part.asObject());
        copy.remove("readOnly");
        return copy;
    }

    /** Whether a schema leads somewhere and is of a type there is; what is wrong is reported. */
    boolean isUsable(Place schema) {
        return schema.resolved(problems).filter(this::hasType).isPresent();
    }

    private boolean hasType(Place schema) {
        String type = schema.text("type");
        // Swagger 2.0 has a type for bytes, which is taken care of.
        if (type == null || JsonType.named(type) != null || type.equals("file")) {
            return true;
        }
        problems.add(
                Kind.UNUSABLE_SCHEMA,
                schema.child("type"),
                "there is no type " + schema.node().get("type") + "; any value is accepted");
        return false;
    }

    /** The schema of a text that is XML or the like, with the schema of its content. */
    JsonNode text(Content content) {
        ObjectNode text = NODES.objectNode().put("type", "string");
        JsonNode inside = part(content.schema());
        if (!content.type().name().equals("text/plain")) {
            text.put("contentMediaType", content.type().name());
        }
        if (!inside.isEmpty() && !inside.path("type").asString("").equals("string")) {
            text.set("contentSchema", inside);
        }
        return text;
    }

    /** The default of a schema; missing for null. */
    static JsonNode declaredDefault(Place schema) {
        JsonNode found = schema.view().defaultValue();
        return found.isNull() ? MissingNode.getInstance() : found;
    }

    /** A part with a description, unless it has one of its own. */
    static JsonNode described(JsonNode part, String description) {
        if (description.isEmpty() || !part.isObject() || part.has("description")) {
            return part;
        }
        ObjectNode copy = NODES.objectNode();
        copy.setAll(part.asObject());
        return copy.put("description", description);
    }

    /** The schema of a file: its bytes in base64, alone or with a name and type. */
    static ObjectNode file(String description) {
        ObjectNode file = NODES.objectNode();
        if (!description.isEmpty()) {
            file.put("description", description);
        }
        file.set("anyOf", FILE);
        return file;
    }

    /** Whether a schema was made by {@link #file}. */
    static boolean isFile(JsonNode schema) {
        return schema.get("anyOf") == FILE;
    }
}
