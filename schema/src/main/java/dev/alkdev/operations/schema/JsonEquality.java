package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Equality of JSON values as JSON Schema means it: numbers by value, objects without order. */
final class JsonEquality {
    private static final int MAX_DEPTH = 1_000;
    private static final int SMALL = 8;

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
    static int firstRepeated(JsonNode array) {
        return array.size() <= SMALL ? firstRepeatedByPairs(array) : firstRepeatedByHash(array);
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

    private static int firstRepeatedByHash(JsonNode array) {
        Set<Key> seen = new HashSet<>(array.size() * 2);
        for (int i = 0; i < array.size(); i++) {
            if (!seen.add(new Key(array.get(i)))) {
                return i;
            }
        }
        return -1;
    }

    private static int hash(JsonNode value, int depth) {
        requireShallow(depth);
        return switch (value.getNodeType()) {
            case NUMBER -> hashOfNumber(value);
            case STRING, BINARY -> value.asString().hashCode();
            case ARRAY -> {
                int hash = 1;
                for (int i = 0; i < value.size(); i++) {
                    hash = 31 * hash + hash(value.get(i), depth + 1);
                }
                yield hash;
            }
            case OBJECT -> {
                int hash = 7;
                for (Map.Entry<String, JsonNode> member : value.properties()) {
                    hash += member.getKey().hashCode() ^ hash(member.getValue(), depth + 1);
                }
                yield hash;
            }
            case BOOLEAN, NULL, MISSING, POJO -> value.hashCode();
        };
    }

    private static int hashOfNumber(JsonNode number) {
        if (number.isInt() || number.isLong() || number.isShort()) {
            return Double.hashCode((double) number.longValue());
        }
        BigDecimal decimal = Numbers.decimal(number);
        return Double.hashCode(decimal == null ? number.doubleValue() : decimal.doubleValue());
    }

    private static void requireShallow(int depth) {
        if (depth > MAX_DEPTH) {
            throw new UndecidableException(
                    "the value is nested more than " + MAX_DEPTH + " levels deep");
        }
    }

    private record Key(JsonNode value) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && equal(value, key.value);
        }

        @Override
        public int hashCode() {
            return hash(value, 0);
        }
    }
}
