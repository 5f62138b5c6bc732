package dev.alkdev.operations.http;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A schema that stands for itself, with definitions that its references lead to. For one thread.
 */
final class SchemaText {
    private static final String ROOT = "#";
    private static final Set<String> OWN_IDENTITY =
            Set.of("$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveRef");

    private final JsonNode root;
    private final IdentityHashMap<JsonNode, Set<String>> references = new IdentityHashMap<>();

    SchemaText(JsonNode root) {
        this.root = root;
    }

    JsonNode root() {
        return root;
    }

    /**
     * A reference into a schema.
     *
     * @param definition the name of a definition, or {@code #} for the schema itself
     * @param rest the pointer from there on
     */
    record Target(String definition, String rest) {}

    /** Where a reference leads; null if that is outside. */
    static @Nullable Target target(String reference) {
        if (!reference.equals("#") && !reference.startsWith("#/")) {
            return null;
        }
        for (String prefix : new String[] {"#/$defs/", "#/definitions/"}) {
            if (reference.startsWith(prefix)) {
                int end = reference.indexOf('/', prefix.length());
                String name =
                        reference.substring(prefix.length(), end < 0 ? reference.length() : end);
                return new Target(unescaped(name), end < 0 ? "" : reference.substring(end));
            }
        }
        return new Target(ROOT, reference.substring(1));
    }

    private static String unescaped(String token) {
        String decoded = token;
        if (token.indexOf('%') >= 0) {
            decoded = QueryText.decode(token.replace("+", "%2B"));
        }
        return decoded.replace("~1", "/").replace("~0", "~");
    }

    /** A definition, or the schema itself; null if there is none of the name. */
    @Nullable JsonNode definition(String name) {
        if (name.equals(ROOT)) {
            return root;
        }
        JsonNode found = root.path("$defs").path(name);
        return found.isMissingNode() ? root.path("definitions").get(name) : found;
    }

    /** A definition with all that it leads to, so that it can be told from others of its name. */
    Map<String, JsonNode> closure(String name) {
        Map<String, JsonNode> found = new HashMap<>();
        Deque<String> open = new ArrayDeque<>(Set.of(name));
        while (!open.isEmpty()) {
            String next = open.pop();
            JsonNode schema = definition(next);
            if (schema != null && found.putIfAbsent(next, schema) == null) {
                open.addAll(references(schema));
            }
        }
        return found;
    }

    private Set<String> references(JsonNode schema) {
        return references.computeIfAbsent(
                schema,
                any -> {
                    Set<String> names = new HashSet<>();
                    collect(schema, names);
                    return names;
                });
    }

    private static JsonNode collect(JsonNode schema, Set<String> names) {
        schema.forEachEntry(
                (keyword, value) -> {
                    if (keyword.equals("$ref") && value.isString()) {
                        Target target = target(value.asString());
                        if (target != null) {
                            names.add(target.definition());
                        }
                    } else if (!keyword.equals("$defs") && !keyword.equals("definitions")) {
                        SchemaKeywords.replace(keyword, value, each -> collect(each, names));
                    }
                });
        return schema;
    }

    /** Whether it has names of its own, by which its references mean what they do. */
    boolean namesItself() {
        return namesItself(root, true);
    }

    private static boolean namesItself(JsonNode schema, boolean outermost) {
        if (!(schema instanceof ObjectNode object)) {
            return false;
        }
        boolean[] found = {!outermost && object.path("$id").isString()};
        object.forEachEntry(
                (keyword, value) -> {
                    found[0] |= OWN_IDENTITY.contains(keyword);
                    SchemaKeywords.replace(
                            keyword,
                            value,
                            each -> {
                                found[0] |= namesItself(each, false);
                                return each;
                            });
                });
        return found[0];
    }
}
