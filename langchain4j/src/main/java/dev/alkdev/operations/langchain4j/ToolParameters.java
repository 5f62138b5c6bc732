package dev.alkdev.operations.langchain4j;

import dev.alkdev.operations.code.AgentTool;
import dev.alkdev.operations.schema.DeclaredProperties;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.SchemaPart;
import dev.alkdev.operations.schema.SchemaView;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The schema of arguments as LangChain4j has it: an object whose members keep their schemas as they
 * are, also those that a reference, {@code allOf} or a branch declares. What it has no place for at
 * the top, such as which branches exclude each other, is left to the check of the input.
 */
final class ToolParameters {
    private static final String DEFINITIONS = "$defs";

    private ToolParameters() {}

    static JsonObjectSchema of(AgentTool tool) {
        ObjectNode schema = tool.inputSchema();
        SchemaView input = tool.spec().inputSchema().view();
        JsonObjectSchema.Builder object = JsonObjectSchema.builder();
        Map<String, JsonSchemaElement> declared = declared(input);
        if (declared.isEmpty()) {
            // The input is no object but a member of the arguments.
            object.addProperties(elements(schema.path("properties")));
            object.required(schema.path("required").valueStream().map(JsonNode::asString).toList());
        } else {
            object.addProperties(declared);
            object.required(List.copyOf(input.required()));
        }
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

    /** What every input may have, then what only inputs of a branch have. */
    private static Map<String, JsonSchemaElement> declared(SchemaView input) {
        Map<String, JsonSchemaElement> elements = new LinkedHashMap<>();
        DeclaredProperties.of(input)
                .ifPresent(
                        own ->
                                own.schemas()
                                        .forEach(
                                                (name, all) ->
                                                        elements.put(name, joined("allOf", all))));
        Map<String, List<SchemaPart>> ofBranches = new LinkedHashMap<>();
        for (DeclaredProperties branch : DeclaredProperties.ofBranches(input)) {
            branch.schemas()
                    .forEach(
                            (name, parts) ->
                                    ofBranches
                                            .computeIfAbsent(name, any -> new ArrayList<>())
                                            .addAll(parts));
        }
        ofBranches.forEach((name, any) -> elements.putIfAbsent(name, joined("anyOf", any)));
        return elements;
    }

    private static JsonSchemaElement joined(String keyword, List<SchemaPart> parts) {
        List<JsonNode> different = parts.stream().map(SchemaPart::json).distinct().toList();
        if (different.size() == 1) {
            return raw(different.getFirst());
        }
        ObjectNode joined = JsonNodeFactory.instance.objectNode();
        ArrayNode all = joined.putArray(keyword);
        different.forEach(all::add);
        return raw(joined);
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
