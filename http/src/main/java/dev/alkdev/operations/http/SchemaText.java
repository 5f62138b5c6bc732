package dev.alkdev.operations.http;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

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
    private static final Set<String> ANCHORS = Set.of("$anchor", "$dynamicAnchor");

    private final JsonNode root;
    private final Map<String, String> anchors = new HashMap<>();
    private final IdentityHashMap<JsonNode, Set<String>> references = new IdentityHashMap<>();

    SchemaText(JsonNode root) {
        this.root = root;
        if (ANCHORS.stream().anyMatch(keyword -> root.findValue(keyword) != null)) {
            nameAnchors(root, "#", anchors);
        }
    }

    static boolean isReference(String keyword) {
        return keyword.equals("$ref") || keyword.equals("$dynamicRef");
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
    @Nullable Target target(String written) {
        String anchored = written.startsWith("#") ? anchors.get(written.substring(1)) : null;
        String reference = anchored == null ? written : anchored;
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

    private JsonNode collect(JsonNode schema, Set<String> names) {
        schema.forEachEntry(
                (keyword, value) -> {
                    if (isReference(keyword) && value.isString()) {
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

    /** Whether parts of it are resources of their own, so that references mean other things. */
    boolean hasResources() {
        return hasResources(root, true);
    }

    private static boolean hasResources(JsonNode schema, boolean outermost) {
        boolean[] found = {!outermost && schema.path("$id").isString()};
        schema.forEachEntry(
                (keyword, value) ->
                        SchemaKeywords.replace(
                                keyword,
                                value,
                                each -> {
                                    found[0] |= hasResources(each, false);
                                    return each;
                                }));
        return found[0];
    }

    /** The pointer to each part that has a name, by that name. */
    private static void nameAnchors(JsonNode node, String pointer, Map<String, String> anchors) {
        for (String keyword : ANCHORS) {
            if (node.path(keyword).isString()) {
                anchors.put(node.path(keyword).asString(), pointer);
            }
        }
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                nameAnchors(node.get(i), pointer + "/" + i, anchors);
            }
        }
        node.forEachEntry(
                (name, each) -> nameAnchors(each, pointer + "/" + escaped(name), anchors));
    }

    private static String escaped(String token) {
        return token.replace("~", "~0").replace("/", "~1").replace("%", "%25");
    }
}
