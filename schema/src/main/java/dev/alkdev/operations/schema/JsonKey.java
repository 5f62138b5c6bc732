package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Map;

/**
 * A value as a key of hash tables, equal to what JSON Schema takes for the same value. Keys are in
 * order as well, so that a table stays quick even if somebody has chosen values with equal hashes.
 */
final class JsonKey implements Comparable<JsonKey> {
    private static final int LONG_DIGITS = 18;

    private final JsonNode value;
    private final int hash;

    /** Makes a key; every part of the value is a step of the evaluation. */
    JsonKey(JsonNode value, Evaluation evaluation) {
        this.value = value;
        this.hash = hash(value, evaluation, 0);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JsonKey key
                && hash == key.hash
                && JsonEquality.equal(value, key.value);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public int compareTo(JsonKey other) {
        return compare(value, other.value);
    }

    private static int hash(JsonNode value, Evaluation evaluation, int depth) {
        JsonEquality.requireShallow(depth);
        evaluation.step();
        return switch (value.getNodeType()) {
            case NUMBER -> hashOfNumber(value);
            case STRING, BINARY -> value.asString().hashCode();
            case ARRAY -> {
                int hash = 1;
                for (int i = 0; i < value.size(); i++) {
                    hash = 31 * hash + hash(value.get(i), evaluation, depth + 1);
                }
                yield hash;
            }
            case OBJECT -> {
                int hash = 7;
                for (Map.Entry<String, JsonNode> member : value.properties()) {
                    int child = hash(member.getValue(), evaluation, depth + 1);
                    hash += member.getKey().hashCode() ^ (31 * child);
                }
                yield hash;
            }
            case BOOLEAN, NULL, MISSING, POJO -> value.hashCode();
        };
    }

    /** By the exact value: 1 and 1.0 have one hash, 0.1 and its next neighbours have not. */
    private static int hashOfNumber(JsonNode number) {
        if (Numbers.fitsLong(number)) {
            return Long.hashCode(number.longValue());
        }
        BigDecimal decimal = Numbers.decimal(number);
        if (decimal == null) {
            return Double.hashCode(number.doubleValue());
        }
        BigDecimal stripped = decimal.stripTrailingZeros();
        return stripped.scale() <= 0 && stripped.precision() - stripped.scale() <= LONG_DIGITS
                ? Long.hashCode(stripped.longValue())
                : stripped.hashCode();
    }

    private static int compare(JsonNode a, JsonNode b) {
        int rank = rank(a);
        if (rank != rank(b)) {
            return Integer.compare(rank, rank(b));
        }
        return switch (a.getNodeType()) {
            case NUMBER -> Numbers.compare(a, b);
            case STRING, BINARY -> a.asString().compareTo(b.asString());
            case ARRAY -> compareItems(a, b);
            case OBJECT -> compareMembers(a, b);
            case BOOLEAN -> Boolean.compare(a.booleanValue(), b.booleanValue());
            case NULL, MISSING, POJO -> Integer.compare(a.hashCode(), b.hashCode());
        };
    }

    private static int rank(JsonNode value) {
        return switch (value.getNodeType()) {
            case NULL -> 0;
            case BOOLEAN -> 1;
            case NUMBER -> 2;
            case STRING, BINARY -> 3;
            case ARRAY -> 4;
            case OBJECT -> 5;
            case MISSING -> 6;
            case POJO -> 7;
        };
    }

    private static int compareItems(JsonNode a, JsonNode b) {
        int order = Integer.compare(a.size(), b.size());
        for (int i = 0; order == 0 && i < a.size(); i++) {
            order = compare(a.get(i), b.get(i));
        }
        return order;
    }

    private static int compareMembers(JsonNode a, JsonNode b) {
        int order = Integer.compare(a.size(), b.size());
        if (order != 0) {
            return order;
        }
        String[] names = sortedNames(a);
        String[] others = sortedNames(b);
        for (int i = 0; order == 0 && i < names.length; i++) {
            order = names[i].compareTo(others[i]);
            order = order == 0 ? compare(a.get(names[i]), b.get(others[i])) : order;
        }
        return order;
    }

    private static String[] sortedNames(JsonNode object) {
        String[] names = object.propertyNames().toArray(String[]::new);
        Arrays.sort(names);
        return names;
    }
}
