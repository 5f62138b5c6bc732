package dev.alkdev.operations.http;

import dev.alkdev.operations.schema.SchemaPart;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The shared schemas of an OpenAPI document. The definitions of each schema that is added move here
 * under names of their own; those that are the same are here once. For one thread.
 */
final class ComponentSchemas {
    private static final String PREFIX = "#/components/schemas/";
    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

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
        return new Move(root, owner).rewrite(root);
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
            String namespace = whole ? owner : owner.substring(0, owner.indexOf('.'));
            Definition definition = new Definition(namespace, part.name(), closure(part));
            String known = names.get(definition);
            if (known != null) {
                return known;
            }
            String fresh = fresh(whole ? owner : namespace + "." + part.name());
            names.put(definition, fresh);
            // The place is taken before what leads back to it is looked at.
            components.putNull(fresh);
            components.set(fresh, rewrite(part));
            return fresh;
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

    private String fresh(String wanted) {
        String name = wanted.replaceAll("[^A-Za-z0-9._-]+", "_");
        String fresh = name;
        for (int i = 2; components.has(fresh); i++) {
            fresh = name + "_" + i;
        }
        return fresh;
    }
}
