package dev.alkdev.operations.http;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.HashMap;
import java.util.Map;

/**
 * The shared schemas of an OpenAPI document. The definitions of each schema that is added move here
 * under names of their own; those that are the same are here once. For one thread.
 */
final class ComponentSchemas {
    private static final String PREFIX = "#/components/schemas/";
    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

    private final ObjectNode components = JsonNodeFactory.instance.objectNode();
    private final Map<Definition, String> names = new HashMap<>();

    /** A definition by what it means: its own name, and all that it leads to. */
    private record Definition(String namespace, String name, Map<String, JsonNode> closure) {
        @Override
        public int hashCode() {
            // Walking through whole schemas would cost more than a few comparisons.
            return name.hashCode() * 31 + closure.size();
        }
    }

    ObjectNode toJson() {
        return components;
    }

    /** Adds a schema of our own. */
    void put(String name, JsonNode schema) {
        components.set(name, schema);
    }

    static ObjectNode reference(String name) {
        return JsonNodeFactory.instance.objectNode().put("$ref", PREFIX + name);
    }

    /**
     * A schema as it can stand anywhere in the document.
     *
     * @param owner what it belongs to, as {@code namespace.name.input}
     */
    JsonNode add(String owner, JsonNode schema) {
        SchemaText text = new SchemaText(schema);
        if (text.hasResources() && schema instanceof ObjectNode object) {
            return standingAlone(owner, object);
        }
        return new Move(text, owner).rewrite(schema, true);
    }

    /** A schema of several resources becomes one more: its references stay what they are. */
    private ObjectNode standingAlone(String owner, ObjectNode schema) {
        ObjectNode alone = JsonNodeFactory.instance.objectNode();
        alone.put("$id", "urn:operations:schema:" + owner);
        String name = fresh(owner);
        components.set(name, alone.setAll(schema));
        return reference(name);
    }

    /** One schema on its way into the document. */
    private final class Move {
        private final SchemaText text;
        private final String owner;
        private final @Nullable JsonNode dialect;

        private Move(SchemaText text, String owner) {
            this.text = text;
            this.owner = owner;
            JsonNode named = text.root().path("$schema");
            this.dialect = named.isString() && !isCurrent(named.asString()) ? named : null;
        }

        private static boolean isCurrent(String dialect) {
            return dialect.equals(DIALECT) || dialect.equals(DIALECT + "#");
        }

        private JsonNode rewrite(JsonNode schema, boolean outermost) {
            if (!(schema instanceof ObjectNode object)) {
                return schema;
            }
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            if (outermost && dialect != null) {
                copy.set("$schema", dialect);
            }
            object.forEachEntry(
                    (keyword, value) -> {
                        if (SchemaText.isReference(keyword) && value.isString()) {
                            refer(copy, value.asString());
                        } else if (!isLeftOut(keyword, outermost)) {
                            copy.set(
                                    keyword,
                                    SchemaKeywords.replace(
                                            keyword, value, each -> rewrite(each, false)));
                        }
                    });
            return copy;
        }

        private static boolean isLeftOut(String keyword, boolean outermost) {
            return switch (keyword) {
                case "$schema", "$id", "$anchor", "$dynamicAnchor" -> true;
                case "$defs", "definitions" -> outermost;
                // What follows may name parts of the document it came from.
                case "discriminator" -> true;
                default -> keyword.startsWith("x-");
            };
        }

        /** A reference that leads nowhere says nothing. */
        private void refer(ObjectNode copy, String reference) {
            SchemaText.Target target = text.target(reference);
            JsonNode schema = target == null ? null : text.definition(target.definition());
            if (target != null && schema != null) {
                copy.put("$ref", PREFIX + component(target.definition(), schema) + target.rest());
            }
        }

        private String component(String name, JsonNode schema) {
            boolean root = schema == text.root();
            String namespace = root ? owner : owner.substring(0, owner.indexOf('.'));
            Definition definition = new Definition(namespace, name, text.closure(name));
            String known = names.get(definition);
            if (known != null) {
                return known;
            }
            String fresh = fresh(root ? owner : namespace + "." + name);
            names.put(definition, fresh);
            // The place is taken before what leads back to it is looked at.
            components.putNull(fresh);
            components.set(fresh, rewrite(schema, true));
            return fresh;
        }
    }

    private String fresh(String wanted) {
        String name = wanted.replaceAll("[^A-Za-z0-9._-]+", "_");
        String fresh = name;
        for (int i = 2; components.has(fresh); i++) {
            fresh = name + "_" + i;
        }
        return fresh;
    }
}
