package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.util.Map;

/**
 * The part of {@code "type": "number"} that the type of the node does not tell: a Java value may be
 * infinite or no number at all, JSON has neither.
 */
final class FiniteNumber extends Assertion {
    private static final int MAX_DEPTH = 1_000;

    private final int types;

    FiniteNumber(Location schema, int types) {
        super(schema, "type", JsonType.NUMBER.mask());
        this.types = types;
    }

    @Override
    boolean holds(JsonNode value) {
        return isFinite(value);
    }

    static boolean isFinite(JsonNode number) {
        return !(number.isDouble() || number.isFloat()) || Double.isFinite(number.doubleValue());
    }

    /** Where the first number stands that is none in JSON; null if there is none. */
    static @Nullable String findOther(JsonNode value) {
        return findOther(value, 0);
    }

    private static @Nullable String findOther(JsonNode value, int depth) {
        if (value instanceof StringNode) {
            return null;
        }
        if (!value.isContainer()) {
            return isFinite(value) ? null : "";
        }
        if (depth == MAX_DEPTH) {
            // No text is that deep: whoever writes it will refuse it.
            return null;
        }
        if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                String found = findOther(value.get(i), depth + 1);
                if (found != null) {
                    return "/" + i + found;
                }
            }
            return null;
        }
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            String found = findOther(member.getValue(), depth + 1);
            if (found != null) {
                return "/" + Location.escape(member.getKey()) + found;
            }
        }
        return null;
    }

    @Override
    String demand(JsonNode value) {
        return "must be " + JsonType.names(types);
    }
}
