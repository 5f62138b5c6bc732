package dev.alkdev.operations.langchain4j;

import dev.alkdev.operations.schema.Json;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The schema of arguments as LangChain4j has it: an object whose members keep their schemas as they
 * are. What it has no place for at the top, such as {@code oneOf}, is left to the check of the
 * input.
 */
final class ToolParameters {
    private static final String DEFINITIONS = "$defs";

    private ToolParameters() {}

    static JsonObjectSchema of(ObjectNode schema) {
        JsonObjectSchema.Builder object = JsonObjectSchema.builder();
        object.addProperties(elements(schema.path("properties")));
        object.required(schema.path("required").valueStream().map(JsonNode::asString).toList());
        Map<String, JsonSchemaElement> definitions = elements(schema.path(DEFINITIONS));
        if (!definitions.isEmpty()) {
            object.definitions(definitions);
        }
        if (schema.path("additionalProperties").isBoolean()) {
            object.additionalProperties(schema.path("additionalProperties").asBoolean());
        }
        if (schema.path("description").isString()) {
            object.description(schema.path("description").asString());
        }
        return object.build();
    }

    private static Map<String, JsonSchemaElement> elements(JsonNode schemas) {
        Map<String, JsonSchemaElement> elements = new LinkedHashMap<>();
        schemas.properties()
                .forEach(member -> elements.put(member.getKey(), raw(member.getValue())));
        return elements;
    }

    /** A boolean schema is none in the older dialects that models know. */
    private static JsonSchemaElement raw(JsonNode schema) {
        return JsonRawSchema.from(
                schema.isObject() ? Json.mapper().writeValueAsString(schema) : "{}");
    }
}
