package dev.alkdev.operations.http;

import dev.alkdev.operations.schema.SchemaPart;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The shared schemas of an OpenAPI document. The definitions of each schema that is added move here
 * under names of their own; those that are the same are here once. For one thread.
 */
final class ComponentSchemas {
    private static final String PREFIX = "#/components/schemas/";
    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

    /** What belongs to the place of a schema, and not to its type. */
    private static final List<String> ANNOTATIONS =
            List.of("title", "description", "default", "deprecated", "examples");

    private final ObjectNode components;
    private final Map<Definition, String> names = new HashMap<>();

    /** A definition by what it means: its own name, and all that it leads to. */
    private record Definition(String namespace, String name, Map<String, JsonNode> closure) {
        @Override
        public int hashCode() {
            // Walking through whole schemas would cost more than a few comparisons.
            return name.hashCode() * 31 + closure.size();
        }
    }

    /**
     * The schemas of a document.
     *
     * @param components where they are, and perhaps others already
     */
    ComponentSchemas(ObjectNode components) {
        this.components = components;
    }

    static ObjectNode reference(String name) {
        return JsonNodeFactory.instance.objectNode().put("$ref", PREFIX + name);
    }

    /**
     * A schema in a form that is valid anywhere in the document.
     *
     * @param owner what it belongs to, as {@code namespace.name.input}
     */
    JsonNode add(String owner, JsonNode schema) {
        SchemaPart root = SchemaPart.of(schema);
        if (root.hasResources() && schema instanceof ObjectNode object) {
            return standingAlone(owner, object);
        }
        Move move = new Move(root, owner);
        return root.typeName().isPresent() ? reference(move.component(root)) : move.rewrite(root);
    }

    /** The component that a reference of this document leads to, or else the schema itself. */
    JsonNode resolve(JsonNode schema) {
        String reference = schema.path("$ref").asString("");
        return reference.startsWith(PREFIX)
                ? components.path(reference.substring(PREFIX.length()))
                : schema;
    }

    /**
     * The name of the component for the schema of a Java type, shared with those that are equal.
     */
    private String place(String typeName, String owner, JsonNode schema) {
        String namespace = owner.substring(0, owner.indexOf('.'));
        String type = typeName.replaceAll("[^A-Za-z0-9_-]+", "_");
        for (String base :
                List.of(
                        type,
                        owner.endsWith(".input") ? type + "Input" : type,
                        namespace + "." + type)) {
            if (schema.equals(components.path(base))) {
                return base;
            }
            if (!components.has(base)) {
                components.set(base, schema);
                return base;
            }
        }
        String fresh = fresh(namespace + "." + type);
        components.set(fresh, schema);
        return fresh;
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
    private final class Move implements SchemaPart.Rewriting {
        private final SchemaPart root;
        private final String owner;
        private final @Nullable JsonNode dialect;

        private Move(SchemaPart root, String owner) {
            this.root = root;
            this.owner = owner;
            JsonNode named = root.json().path("$schema");
            this.dialect = named.isString() && !isCurrent(named.asString()) ? named : null;
        }

        private static boolean isCurrent(String dialect) {
            return dialect.equals(DIALECT) || dialect.equals(DIALECT + "#");
        }

        private JsonNode rewrite(SchemaPart part) {
            JsonNode copy = part.rewrite(this);
            if (dialect == null || !(copy instanceof ObjectNode object)) {
                return copy;
            }
            ObjectNode first = JsonNodeFactory.instance.objectNode();
            first.set("$schema", dialect);
            return first.setAll(object);
        }

        @Override
        public boolean keeps(String keyword) {
            // A discriminator may name parts of the document it came from.
            return !keyword.equals("discriminator") && !keyword.startsWith("x-");
        }

        @Override
        public String address(SchemaPart target) {
            SchemaPart definition = target.definition();
            return PREFIX + component(definition) + target.fragmentFrom(definition);
        }

        private String component(SchemaPart part) {
            boolean whole = part.json() == root.json();
            Map<String, JsonNode> closure = closure(part);
            String type = part.typeName().orElse(null);
            if (type != null && !isRecursive(part)) {
                return place(type, owner, rewrite(part));
            }
            String namespace = owner.substring(0, owner.indexOf('.'));
            String scope = type != null ? "" : whole ? owner : namespace;
            Definition definition = new Definition(scope, part.name(), closure);
            String known = names.get(definition);
            if (known != null) {
                return known;
            }
            String plain = whole ? owner : namespace + "." + part.name();
            String fresh = fresh(type == null ? plain : free(type, namespace));
            names.put(definition, fresh);
            // The place is taken before what leads back to it is looked at.
            components.putNull(fresh);
            components.set(fresh, rewrite(part));
            return fresh;
        }

        @Override
        public JsonNode named(String typeName, JsonNode copy) {
            if (!(copy instanceof ObjectNode schema) || copy.path("type").isArray()) {
                // One that may be null is another schema than that of its type.
                return copy;
            }
            ObjectNode about = JsonNodeFactory.instance.objectNode();
            for (String annotation : ANNOTATIONS) {
                JsonNode value = schema.remove(annotation);
                if (value != null) {
                    about.set(annotation, value);
                }
            }
            return reference(place(typeName, owner, schema)).setAll(about);
        }

        /** Whether a definition leads back to itself. */
        private boolean isRecursive(SchemaPart part) {
            Set<String> seen = new HashSet<>();
            Deque<SchemaPart> open = new ArrayDeque<>(List.of(part));
            while (!open.isEmpty()) {
                for (SchemaPart target : open.pop().references()) {
                    SchemaPart definition = target.definition();
                    if (definition.json() == part.json()) {
                        return true;
                    }
                    if (seen.add(definition.name())) {
                        open.add(definition);
                    }
                }
            }
            return false;
        }

        /** A definition with all that it leads to, to distinguish it from others of its name. */
        private Map<String, JsonNode> closure(SchemaPart part) {
            Map<String, JsonNode> found = new HashMap<>();
            Deque<SchemaPart> open = new ArrayDeque<>(List.of(part));
            while (!open.isEmpty()) {
                SchemaPart next = open.pop();
                if (found.putIfAbsent(next.name(), next.json()) == null) {
                    next.references().forEach(target -> open.add(target.definition()));
                }
            }
            return found;
        }
    }

    /** The name of a type, or a longer one if another schema has it. */
    private String free(String type, String namespace) {
        return components.has(type) ? namespace + "." + type : type;
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
