package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A keyword of JSON Schema: what it holds, and which topics of the compiler read it. This table is
 * the only place that lists keywords; whoever walks through a schema asks it.
 *
 * @param topics the bits of its {@link Topic}s
 */
record Keyword(String name, Content content, int topics) {
    /** Those that restrict a value beyond its type, so that it is no plain type. */
    static final List<String> MORE_THAN_A_TYPE =
            List.of("$ref", "const", "allOf", "anyOf", "oneOf", "not");

    private static final Set<String> SINCE_2019 =
            Set.of(
                    ("$anchor $dynamicAnchor $dynamicRef $recursiveRef $recursiveAnchor prefixItems"
                                    + " minContains maxContains dependentRequired dependentSchemas"
                                    + " unevaluatedItems unevaluatedProperties contentSchema")
                            .split(" ", -1));

    /** Keywords of JSON Schema that OpenAPI 3.0 does not have, so that they restrict nothing. */
    private static final Set<String> UNKNOWN_TO_OPENAPI_3_0 =
            Set.of(
                    ("const if then else prefixItems minContains maxContains dependentSchemas"
                                    + " unevaluatedItems unevaluatedProperties")
                            .split(" ", -1));

    private static final Map<String, Keyword> TABLE = table();

    /** The content of a keyword. */
    enum Content {
        /** A value about the schema itself. */
        SETTING,
        /** Any JSON, which is never read as a schema. */
        DATA,
        /** Text for people, which stays with a reference that hides all else. */
        WORDS,
        /** The name of a schema or of a part of it, or the definitions in it. */
        IDENTITY,
        /** The address of another schema. */
        REFERENCE,
        /** A schema, or a list of them. */
        SCHEMAS,
        /** An object with a schema for each name. */
        SCHEMA_MAP,
        /** An object with a schema for each name, to which only references lead. */
        DEFINITIONS
    }

    /** The keyword of a name; null if there is none. */
    static @Nullable Keyword named(String name) {
        return TABLE.get(name);
    }

    private static Content contentOf(String name) {
        Keyword known = TABLE.get(name);
        return known == null ? Content.SETTING : known.content;
    }

    static boolean isReference(String name) {
        return contentOf(name) == Content.REFERENCE;
    }

    /** Whether it names the schema or parts of it, so that a copy elsewhere is without it. */
    static boolean isIdentity(String name) {
        Content content = contentOf(name);
        return content == Content.IDENTITY || content == Content.DEFINITIONS;
    }

    static boolean isDefinitions(String name) {
        return contentOf(name) == Content.DEFINITIONS;
    }

    /** Whether it stays beside a reference that hides all else. */
    static boolean isForPeople(String name) {
        return contentOf(name) == Content.WORDS;
    }

    /** Whether a keyword holds a schema or a list of them. */
    static boolean holdsSchemas(String name) {
        return contentOf(name) == Content.SCHEMAS;
    }

    /** Whether a keyword holds an object with a schema for each name. */
    static boolean mapsToSchemas(String name) {
        Content content = contentOf(name);
        return content == Content.SCHEMA_MAP || content == Content.DEFINITIONS;
    }

    /** Whether it is for people and does not restrict values. */
    static boolean holdsWords(String name) {
        return isForPeople(name) || name.equals("examples") || name.equals("example");
    }

    /** Whether draft-07 does not have it, so that it means nothing there. */
    static boolean isSince2019(String name) {
        return SINCE_2019.contains(name);
    }

    /** Whether its content is data, even if it looks like a schema. */
    static boolean holdsData(String name) {
        return contentOf(name) == Content.DATA || name.equals("default");
    }

    /** Whether OpenAPI 3.0 ignores a keyword that other dialects check. */
    static boolean isUnknownToOpenApi30(String name) {
        return UNKNOWN_TO_OPENAPI_3_0.contains(name);
    }

    /** Whether every copy of a schema has the value of a keyword as it is, whatever the dialect. */
    static boolean isKept(String name, JsonNode value) {
        return switch (contentOf(name)) {
            case DATA, WORDS -> true;
            case SETTING -> value.isString() || value.isNumber() || name.equals("type");
            case SCHEMAS, SCHEMA_MAP -> value.isBoolean();
            case IDENTITY, REFERENCE, DEFINITIONS -> false;
        };
    }

    /** The value of a keyword with each schema in it replaced. */
    static JsonNode replace(String name, JsonNode value, UnaryOperator<JsonNode> schema) {
        if (holdsSchemas(name)) {
            return value.isArray() ? list(value, schema) : schema.apply(value);
        }
        if (mapsToSchemas(name) && value.isObject()) {
            ObjectNode map = JsonNodeFactory.instance.objectNode();
            // The older "dependencies" may also name properties, in a list.
            boolean lists = name.equals("dependencies");
            value.forEachEntry(
                    (key, each) ->
                            map.set(key, lists && each.isArray() ? each : schema.apply(each)));
            return map;
        }
        return value;
    }

    private static ArrayNode list(JsonNode value, UnaryOperator<JsonNode> schema) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode(value.size());
        value.forEach(each -> list.add(schema.apply(each)));
        return list;
    }

    private static Map<String, Keyword> table() {
        Map<String, Keyword> table = new HashMap<>();
        add(table, Content.REFERENCE, "$ref $dynamicRef", Topic.REFERENCES);
        // Outside of 2019-09 it means nothing, and its "#" would be the whole document.
        add(table, Content.SETTING, "$recursiveRef", Topic.REFERENCES);
        add(table, Content.IDENTITY, "$id $schema $anchor $dynamicAnchor");
        add(table, Content.DEFINITIONS, "$defs definitions");
        add(table, Content.WORDS, "title description default");
        add(table, Content.DATA, "example examples");
        add(table, Content.SETTING, "type", Topic.TYPE);
        add(table, Content.DATA, "enum const", Topic.ENUMERATION);
        add(
                table,
                Content.SETTING,
                "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf",
                Topic.BOUNDS);
        add(
                table,
                Content.SETTING,
                "minItems maxItems minProperties maxProperties uniqueItems",
                Topic.SIZES);
        add(table, Content.SETTING, "dependentRequired", Topic.DEPENDENT_REQUIRED);
        add(table, Content.SETTING, "minLength maxLength", Topic.LENGTHS);
        add(table, Content.SETTING, "pattern", Topic.PATTERN);
        add(table, Content.SETTING, "format contentEncoding contentMediaType", Topic.FORMAT);
        addApplicators(table);
        return Map.copyOf(table);
    }

    private static void addApplicators(Map<String, Keyword> table) {
        add(table, Content.SCHEMAS, "contentSchema");
        add(table, Content.SETTING, "required", Topic.OBJECT);
        add(table, Content.SCHEMA_MAP, "properties patternProperties", Topic.OBJECT);
        add(table, Content.SCHEMAS, "additionalProperties", Topic.OBJECT);
        add(table, Content.SCHEMAS, "items prefixItems additionalItems", Topic.ITEMS);
        add(table, Content.SCHEMAS, "contains", Topic.CONTAINS);
        add(table, Content.SCHEMAS, "propertyNames", Topic.NAMES);
        add(table, Content.SCHEMAS, "allOf anyOf oneOf not", Topic.COMBINATIONS);
        add(table, Content.SETTING, "discriminator", Topic.COMBINATIONS);
        add(table, Content.SCHEMAS, "if then else", Topic.CONDITIONAL);
        add(table, Content.SCHEMA_MAP, "dependentSchemas", Topic.DEPENDENT_SCHEMAS);
        add(
                table,
                Content.SCHEMA_MAP,
                "dependencies",
                Topic.DEPENDENT_REQUIRED,
                Topic.DEPENDENT_SCHEMAS);
        add(table, Content.SCHEMAS, "unevaluatedItems unevaluatedProperties", Topic.UNEVALUATED);
    }

    private static void add(
            Map<String, Keyword> table, Content content, String names, Topic... topics) {
        int bits = 0;
        for (Topic topic : topics) {
            bits |= topic.bit();
        }
        for (String name : names.split(" ", -1)) {
            table.put(name, new Keyword(name, content, bits));
        }
    }
}
