package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Makes the references of a schema right for another place in another document. Those inside of a
 * schema with an identifier of its own stay right by themselves. For one thread.
 */
final class Relocation {
    private static final String IDENTIFIER = "urn:operations:relocated";

    private final Set<JsonNode> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<JsonNode> open = new ArrayDeque<>();
    private final String place;
    private final ObjectNode root;
    private final Rules rules;

    /** A reference was found that can mean nothing but a whole document. */
    private boolean whole;

    private Relocation(String place, ObjectNode root, Rules rules) {
        this.place = place;
        this.root = root;
        this.rules = rules;
    }

    /**
     * A copy of a schema that is used at a place.
     *
     * @param around the other document, which takes over its dialect
     */
    static ObjectNode of(String place, ObjectNode schema, ObjectNode around) {
        ObjectNode copy = schema.deepCopy();
        JsonNode dialect = copy.path("$schema");
        Rules rules =
                dialect.isMissingNode()
                        ? Rules.of(Dialect.DRAFT_2020_12, false)
                        : MetaSchemas.rules(dialect.asString(""), false);
        if (rules == null) {
            // The other document may need keywords that this dialect does not have.
            return copy.has("$id") ? copy : copy.put("$id", IDENTIFIER);
        }
        Relocation relocation = new Relocation(place, copy, rules);
        relocation.moveAll();
        if (relocation.whole) {
            // As a document of its own it keeps its references.
            copy = schema.deepCopy().put("$id", IDENTIFIER);
        }
        if (copy.remove("$schema") != null) {
            around.set("$schema", dialect);
        }
        return copy;
    }

    /** One after the other, since references may form a long chain. */
    private void moveAll() {
        open.add(root);
        while (!open.isEmpty()) {
            move(open.remove());
        }
    }

    private JsonNode move(JsonNode schema) {
        if (!(schema instanceof ObjectNode object)
                || !seen.add(schema)
                || Library.hasOwnIdentity(schema, rules)) {
            return schema;
        }
        for (String keyword : List.copyOf(object.propertyNames())) {
            JsonNode value = object.path(keyword);
            if (Keyword.isReference(keyword) && value.isString()) {
                object.put(keyword, moved(value.asString()));
            } else if (keyword.equals("$recursiveRef")
                    && rules.dialect() == Dialect.DRAFT_2019_09) {
                whole = true;
            } else if (keyword.equals("discriminator")) {
                moveMapping(value.path("mapping"));
            } else {
                Keyword.replace(keyword, value, this::move);
            }
        }
        return schema;
    }

    private String moved(String reference) {
        if (!reference.equals("#") && !reference.startsWith("#/")) {
            return reference;
        }
        // It may lead to a schema where no keyword says that there is one.
        JsonNode target = root;
        for (String token : Location.tokens(reference.substring(1))) {
            target = Location.child(target, token);
            if (Library.hasOwnIdentity(target, rules)) {
                return place + reference.substring(1);
            }
        }
        open.add(target);
        return place + reference.substring(1);
    }

    private void moveMapping(JsonNode mapping) {
        if (mapping instanceof ObjectNode names) {
            for (String name : List.copyOf(names.propertyNames())) {
                if (names.path(name).isString()) {
                    names.put(name, moved(names.path(name).asString()));
                }
            }
        }
    }
}
