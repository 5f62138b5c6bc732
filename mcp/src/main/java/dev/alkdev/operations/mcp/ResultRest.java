package dev.alkdev.operations.mcp;

import dev.alkdev.operations.ContentBlock;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/**
 * What a result has besides the members that an envelope has a place for. It is kept under one key
 * of {@code _meta}, so that it passes links and gateways and becomes a member of the result again.
 */
final class ResultRest {
    private static final String KEY = "dev.alkdev.operations/result";
    private static final String META = "_meta";
    private static final String CONTENT = "content";
    private static final String OLD_RESULT = "toolResult";
    private static final List<String> KNOWN =
            List.of(
                    CONTENT,
                    "structuredContent",
                    "isError",
                    META,
                    "resultType",
                    // Hints for caches belong to the connection.
                    "ttlMs",
                    "cacheScope");

    private ResultRest() {}

    /** What a result without content holds instead; null if it is empty. */
    static @Nullable JsonNode payload(JsonNode result) {
        if (result.has(OLD_RESULT)) {
            return result.get(OLD_RESULT);
        }
        if (!result.isObject()) {
            return result.isNull() ? null : result;
        }
        ObjectNode rest = rest(result);
        return rest.isEmpty() ? null : rest;
    }

    private static ObjectNode rest(JsonNode result) {
        ObjectNode rest = JsonNodeFactory.instance.objectNode();
        result.forEachEntry(
                (name, value) -> {
                    if (!KNOWN.contains(name)) {
                        rest.set(name, value);
                    }
                });
        return rest;
    }

    /** {@code _meta} of a result with its rest; null if both are empty. */
    static @Nullable JsonNode meta(JsonNode result, List<ContentBlock> blocks) {
        JsonNode given = result.get(META);
        ObjectNode rest = result.isObject() ? rest(result) : JsonNodeFactory.instance.objectNode();
        if (isAltered(result.path(CONTENT), blocks)) {
            rest.set(CONTENT, result.get(CONTENT));
        }
        if (rest.isEmpty()) {
            return given != null && given.isObject() ? given : null;
        }
        ObjectNode meta = JsonNodeFactory.instance.objectNode();
        if (given instanceof ObjectNode members) {
            meta.setAll(members);
        }
        return meta.set(KEY, rest);
    }

    /** Whether some blocks were of an unknown kind. */
    private static boolean isAltered(JsonNode content, List<ContentBlock> blocks) {
        if (!content.isArray()) {
            return false;
        }
        for (int i = 0; i < blocks.size(); i++) {
            if (blocks.get(i) instanceof ContentBlock.Text text
                    && !content.get(i).path("text").asString("").equals(text.text())) {
                return true;
            }
        }
        return false;
    }

    /** Restores in a result what {@link #meta} kept of it. */
    static void restore(ObjectNode result, ObjectNode meta) {
        JsonNode rest = meta.path(KEY);
        ObjectNode others = meta.without(KEY);
        if (!others.isEmpty()) {
            result.set(META, others);
        }
        // Members of the result itself cannot be forged by a server that knows the key.
        rest.forEachEntry(
                (name, value) -> {
                    if (name.equals(CONTENT) ? value.isArray() : !KNOWN.contains(name)) {
                        result.set(name, value);
                    }
                });
    }
}
