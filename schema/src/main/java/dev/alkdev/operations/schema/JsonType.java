package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** A type of JSON Schema. Inside, types are bits, so that a {@code type} keyword is one mask. */
public enum JsonType {
    NULL,
    BOOLEAN,
    INTEGER,
    NUMBER,
    STRING,
    ARRAY,
    OBJECT;

    /** The mask of a schema without {@code type}: bits for every value, known to us or not. */
    static final int ANY = -1;

    final int bit = 1 << ordinal();
    private final String wireName = name().toLowerCase(java.util.Locale.ROOT);

    boolean isIn(int mask) {
        return (mask & bit) != 0;
    }

    /** The type of a name in a schema; null if there is none. */
    public static @Nullable JsonType named(String name) {
        for (JsonType type : values()) {
            if (type.wireName.equals(name)) {
                return type;
            }
        }
        return null;
    }

    /**
     * The types that a {@code type} keyword with this name accepts: every integer is a number as
     * well.
     */
    int mask() {
        return this == NUMBER ? NUMBER.bit | INTEGER.bit : bit;
    }

    /**
     * The most specific type of a value, so that 1.0 is an integer; null for nodes that are no JSON
     * (missing, POJO).
     */
    public static @Nullable JsonType of(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> OBJECT;
            case ARRAY -> ARRAY;
            case STRING, BINARY -> STRING;
            case NUMBER -> isWhole(value) ? INTEGER : NUMBER;
            case BOOLEAN -> BOOLEAN;
            case NULL -> NULL;
            case MISSING, POJO -> null;
        };
    }

    /** Whether a value's type is in the mask. */
    static boolean allows(int mask, JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> (mask & OBJECT.bit) != 0;
            case ARRAY -> (mask & ARRAY.bit) != 0;
            case STRING, BINARY -> (mask & STRING.bit) != 0;
            case NUMBER ->
                    (mask & NUMBER.bit) != 0 || ((mask & INTEGER.bit) != 0 && isWhole(value));
            case BOOLEAN -> (mask & BOOLEAN.bit) != 0;
            case NULL -> (mask & NULL.bit) != 0;
            case MISSING, POJO -> mask == ANY;
        };
    }

    static boolean isWhole(JsonNode number) {
        if (number.isIntegralNumber()) {
            return true;
        }
        if (number.isBigDecimal()) {
            BigDecimal decimal = number.decimalValue();
            return decimal.scale() <= 0 || decimal.stripTrailingZeros().scale() <= 0;
        }
        double value = number.doubleValue();
        return value == Math.rint(value) && !Double.isInfinite(value);
    }

    /** The names in a mask, for messages. */
    static String names(int mask) {
        List<String> names = new ArrayList<>();
        for (JsonType type : values()) {
            boolean impliedByNumber = type == INTEGER && (mask & NUMBER.bit) != 0;
            if ((mask & type.bit) != 0 && !impliedByNumber) {
                names.add(type.wireName);
            }
        }
        return String.join(" or ", names);
    }

    /** Its name in a schema. */
    @Override
    public String toString() {
        return wireName;
    }
}
