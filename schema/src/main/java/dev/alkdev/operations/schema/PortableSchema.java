package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Map;

/**
 * Rewrites one schema of a document as valid JSON Schema 2020-12: with new references, without the
 * keywords of OpenAPI 3.0, and without invalid keywords. Parts that need no change are shared with
 * the original.
 */
final class PortableSchema {
    private final References references;
    private boolean repaired;

    /** Gives the new text of a reference, or null if it leads nowhere. */
    @FunctionalInterface
    interface References {
        @Nullable String rewrite(Located from, String reference);
    }

    PortableSchema(References references) {
        this.references = references;
    }

    /** Whether the translation dropped invalid parts. */
    boolean isRepaired() {
        return repaired;
    }

    JsonNode translate(Located schema) {
        Rules rules = schema.resource().rules();
        JsonNode valid = KeywordForm.valid(schema.node(), rules);
        repaired |= valid != schema.node();
        if (!(valid instanceof ObjectNode node) || isKept(node, rules)) {
            return valid;
        }
        boolean alone = node.path("$ref").isString() && rules.refStandsAlone();
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        node.forEachEntry(
                (keyword, value) -> {
                    boolean hidden = alone && !isBesideReference(keyword);
                    if (!hidden && isChecked(keyword, rules)) {
                        add(schema, keyword, value, copy);
                    }
                });
        relax(schema, copy);
        if (copy.path("items").isArray()) {
            tuple(copy);
        }
        openSubtypes(copy);
        objects(copy.path("properties"));
        return rules.dialect().isOpenApi() ? modern(copy) : copy;
    }

    /** Whether values are checked by a keyword, so that readers of the copy may do so, too. */
    private static boolean isChecked(String keyword, Rules rules) {
        return rules.dialect() != Dialect.OPENAPI_3_0 || !Keyword.isUnknownToOpenApi30(keyword);
    }

    /** Whether OpenAPI 3.0 reads a keyword beside a reference. */
    private static boolean isBesideReference(String keyword) {
        return keyword.equals("$ref") || keyword.equals("nullable") || Keyword.isForPeople(keyword);
    }

    /** Whether nothing is to be rewritten, which is so for most: those of simple values. */
    private static boolean isKept(ObjectNode schema, Rules rules) {
        for (Map.Entry<String, JsonNode> member : schema.properties()) {
            if (!Keyword.isKept(member.getKey(), member.getValue())
                    || !isChecked(member.getKey(), rules)) {
                return false;
            }
        }
        return true;
    }

    /** Writes in plain 2020-12 what the reading of the document makes of it. */
    private static void relax(Located schema, ObjectNode copy) {
        Library library = schema.resource().library();
        if (copy.has("oneOf") && !copy.has("anyOf") && library.mayOverlap(schema.node())) {
            copy.set("anyOf", copy.remove("oneOf"));
        }
        if (!(copy.get("required") instanceof ArrayNode required)) {
            return;
        }
        ArrayNode left = JsonNodeFactory.instance.arrayNode();
        for (JsonNode name : required) {
            JsonNode property = schema.node().path("properties").path(name.asString(""));
            Located declared = new Located(property, schema.resource(), schema.location());
            if (!library.isNeverRequired(declared)) {
                left.add(name);
            }
        }
        if (left.isEmpty() && !required.isEmpty()) {
            copy.remove("required");
        } else if (left.size() < required.size()) {
            copy.set("required", left);
        }
    }

    private void add(Located schema, String keyword, JsonNode value, ObjectNode copy) {
        if (Keyword.isIdentity(keyword)) {
            return;
        }
        if (Keyword.isReference(keyword) && value.isString()) {
            addReference(schema, value.asString(), copy);
        } else {
            copy.set(
                    keyword, Keyword.replace(keyword, value, each -> inner(schema, keyword, each)));
        }
    }

    private void addReference(Located schema, String reference, ObjectNode copy) {
        String rewritten = references.rewrite(schema, reference);
        if (rewritten != null) {
            copy.put("$ref", rewritten);
        }
    }

    private JsonNode inner(Located outer, String token, JsonNode node) {
        return translate(new Located(node, outer.resource(), outer.location().child(token)));
    }

    /** Writes boolean schemas of properties as objects: many readers expect nothing else. */
    private static void objects(JsonNode properties) {
        for (Map.Entry<String, JsonNode> property : properties.properties()) {
            if (property.getValue().isBoolean()) {
                ObjectNode object = JsonNodeFactory.instance.objectNode();
                if (!property.getValue().booleanValue()) {
                    object.putObject("not");
                }
                property.setValue(object);
            }
        }
    }

    /** Writes a tuple of older dialects in the words of 2020-12. */
    static void tuple(ObjectNode schema) {
        schema.set("prefixItems", schema.remove("items"));
        if (schema.has("additionalItems")) {
            schema.set("items", schema.remove("additionalItems"));
        }
    }

    private static ObjectNode modern(ObjectNode schema) {
        exclusive(schema, "exclusiveMinimum", "minimum");
        exclusive(schema, "exclusiveMaximum", "maximum");
        boolean nullable = schema.path("nullable").asBoolean(false);
        schema.remove("nullable");
        return nullable ? nullable(schema) : schema;
    }

    /** Without its document, a schema with subtypes does not know what they add: it is open. */
    private static void openSubtypes(ObjectNode schema) {
        boolean alternatives = schema.has("oneOf") || schema.has("anyOf");
        if (schema.has("discriminator")
                && schema.has("properties")
                && !alternatives
                && !schema.has("additionalProperties")) {
            schema.put("additionalProperties", true);
        }
    }

    private static void exclusive(ObjectNode schema, String flag, String bound) {
        if (!schema.path(flag).isBoolean()) {
            return;
        }
        boolean exclusive = schema.remove(flag).booleanValue();
        if (exclusive && schema.has(bound)) {
            schema.set(flag, schema.remove(bound));
        }
    }

    private static ObjectNode nullable(ObjectNode schema) {
        boolean plain = Keyword.MORE_THAN_A_TYPE.stream().noneMatch(schema::has);
        if (plain && schema.path("type").isString()) {
            JsonNode type = schema.get("type");
            schema.putArray("type").add(type).add("null");
            if (schema.get("enum") instanceof ArrayNode values) {
                schema.set("enum", withNull(values));
            }
            return schema;
        }
        ObjectNode either = JsonNodeFactory.instance.objectNode();
        for (String keyword : List.copyOf(schema.propertyNames())) {
            if (Keyword.isForPeople(keyword)) {
                either.set(keyword, schema.remove(keyword));
            }
        }
        ArrayNode alternatives = either.putArray("anyOf");
        alternatives.addObject().put("type", "null");
        alternatives.add(schema);
        return either;
    }

    private static ArrayNode withNull(ArrayNode values) {
        for (JsonNode value : values) {
            if (value.isNull()) {
                return values;
            }
        }
        ArrayNode more = JsonNodeFactory.instance.arrayNode(values.size() + 1);
        return more.addAll(values).addNull();
    }
}
