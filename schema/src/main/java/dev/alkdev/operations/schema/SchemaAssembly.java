package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Turns the keywords of builders into schemas: what was only noted is carried out here. */
final class SchemaAssembly {
    /** Notes that null is accepted too. No keyword can be named so by accident. */
    static final String NULLABLE = "\0nullable";

    /** Notes that references within the value are relative to the value itself. */
    static final String EMBEDDED = "\0embedded";

    /** Keywords that do not restrict values. */
    private SchemaAssembly() {}

    static ObjectNode finish(ObjectNode keywords) {
        ObjectNode schema = keywords.deepCopy();
        finish(schema, "", "");
        return schema;
    }

    /** A schema from elsewhere as keywords; its references stay its own. */
    static ObjectNode embedded(JsonNode schema) {
        ObjectNode keywords = Json.mapper().createObjectNode();
        if (schema instanceof ObjectNode object) {
            keywords.setAll(object.deepCopy());
        } else if (!schema.booleanValue()) {
            keywords.putObject("not");
        }
        if (!keywords.has("$id")) {
            keywords.put(EMBEDDED, true);
        }
        return keywords;
    }

    static void checkOrder(ObjectNode keywords, String low, String high) {
        if (keywords.has(low) && keywords.has(high)) {
            BigDecimal least = keywords.get(low).decimalValue();
            BigDecimal most = keywords.get(high).decimalValue();
            if (least.compareTo(most) > 0) {
                throw new IllegalArgumentException(
                        low + " " + least + " is more than " + high + " " + most);
            }
        }
    }

    private static void finish(JsonNode node, String pointer, String base) {
        if (node instanceof ObjectNode object) {
            boolean wrapped = object.remove(NULLABLE) != null && allowNull(object);
            String inside = wrapped ? pointer + "/anyOf/0" : pointer;
            JsonNode content = wrapped ? object.get("anyOf").get(0) : object;
            finishKeywords((ObjectNode) content, inside, base);
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                finish(array.get(i), pointer + "/" + i, base);
            }
        }
    }

    private static void finishKeywords(ObjectNode object, String pointer, String base) {
        String inner = object.remove(EMBEDDED) != null ? pointer : base;
        String reference = object.path("$ref").asString("");
        if (reference.equals("#") || reference.startsWith("#/")) {
            object.put("$ref", "#" + inner + reference.substring(1));
        }
        object.forEachEntry(
                (keyword, value) -> {
                    String at = pointer + "/" + escaped(keyword);
                    if (Keyword.mapsToSchemas(keyword) && value.isObject()) {
                        // Names are no keywords, even if they read like some.
                        value.forEachEntry(
                                (name, each) -> finish(each, at + "/" + escaped(name), inner));
                    } else if (!Keyword.holdsData(keyword)) {
                        finish(value, at, inner);
                    }
                });
    }

    /** As the fragment of a URI, in which a pointer is written. */
    private static String escaped(String name) {
        String token = name.replace("~", "~0").replace("/", "~1");
        return URLEncoder.encode(token, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Makes a schema accept null; true if it had to become a branch of a new one. */
    private static boolean allowNull(ObjectNode schema) {
        JsonNode type = schema.path("type");
        if (schema.isEmpty()) {
            return false;
        }
        if (type.isString() && !schema.has("const") && !schema.has("$ref")) {
            extendType(schema, type.asString());
            return false;
        }
        if (schema.get("anyOf") instanceof ArrayNode branches && isOnlyUnion(schema)) {
            branches.addObject().put("type", "null");
            return false;
        }
        ObjectNode branch = schema.deepCopy();
        ObjectNode outer = Json.mapper().createObjectNode();
        for (String keyword : List.copyOf(branch.propertyNames())) {
            if (Keyword.isForPeople(keyword)) {
                outer.set(keyword, branch.remove(keyword));
            }
        }
        schema.removeAll();
        schema.putArray("anyOf").add(branch).addObject().put("type", "null");
        schema.setAll(outer);
        return true;
    }

    private static void extendType(ObjectNode schema, String type) {
        if (type.equals("null")) {
            return;
        }
        schema.putArray("type").add(type).add("null");
        if (schema.get("enum") instanceof ArrayNode values) {
            values.addNull();
        }
    }

    private static boolean isOnlyUnion(ObjectNode schema) {
        return schema.propertyNames().stream()
                .allMatch(keyword -> keyword.equals("anyOf") || Keyword.isForPeople(keyword));
    }
}
