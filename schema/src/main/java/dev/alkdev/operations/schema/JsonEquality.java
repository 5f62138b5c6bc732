package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Equality of JSON values as JSON Schema means it: numbers by value, objects without order. */
final class JsonEquality {
    private static final int MAX_DEPTH = 1_000;
    private static final int SMALL_ARRAY = 8;

    private JsonEquality() {}

    static boolean equal(JsonNode a, JsonNode b) {
        return equal(a, b, 0);
    }

    private static boolean equal(JsonNode a, JsonNode b, int depth) {
        if (a == b) {
            return true;
        }
        requireShallow(depth);
        if (a.isNumber()) {
            return b.isNumber() && Numbers.compare(a, b) == 0;
        }
        if (a.isObject()) {
            return b.isObject() && a.size() == b.size() && equalMembers(a, b, depth + 1);
        }
        if (a.isArray()) {
            return b.isArray() && a.size() == b.size() && equalItems(a, b, depth + 1);
        }
        if (a.isString() || a.isBinary()) {
            return (b.isString() || b.isBinary()) && a.asString().equals(b.asString());
        }
        return a.equals(b);
    }

    private static boolean equalMembers(JsonNode a, JsonNode b, int depth) {
        for (Map.Entry<String, JsonNode> member : a.properties()) {
            JsonNode other = b.get(member.getKey());
            if (other == null || !equal(member.getValue(), other, depth)) {
                return false;
            }
        }
        return true;
    }

    private static boolean equalItems(JsonNode a, JsonNode b, int depth) {
        for (int i = 0; i < a.size(); i++) {
            if (!equal(a.get(i), b.get(i), depth)) {
                return false;
            }
        }
        return true;
    }

    /** The index of the first item that equals an earlier one, or -1. */
    static int firstRepeated(JsonNode array, Evaluation evaluation) {
        return array.size() <= SMALL_ARRAY
                ? firstRepeatedByPairs(array)
                : firstRepeatedByHash(array, evaluation);
    }

    private static int firstRepeatedByPairs(JsonNode array) {
        for (int i = 1; i < array.size(); i++) {
            for (int j = 0; j < i; j++) {
                if (equal(array.get(i), array.get(j))) {
                    return i;
                }
            }
        }
        return -1;
    }

    private static int firstRepeatedByHash(JsonNode array, Evaluation evaluation) {
        Set<JsonKey> seen = new HashSet<>(array.size() * 2);
        for (int i = 0; i < array.size(); i++) {
            if (!seen.add(new JsonKey(array.get(i), evaluation))) {
                return i;
            }
        }
        return -1;
    }

    static void requireShallow(int depth) {
        if (depth > MAX_DEPTH) {
            throw new UndecidableException(
                    "the value is nested more than " + MAX_DEPTH + " levels deep");
        }
    }
}
