package dev.alkdev.operations.base;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** Estimates the memory of a JSON tree, for a {@link ByteBudget}. */
public final class JsonWeight {
    /** Of an object without anything in it, a little more than a JVM needs. */
    private static final int NODE = 24;

    private static final int CONTAINER = 64;
    private static final int ELEMENT = 8;
    private static final int ENTRY = 40;
    private static final int TEXT = 56;

    /** Deeper trees are not followed: a wrong estimate is better than an overflowing stack. */
    private static final int MAX_DEPTH = 1_000;

    private JsonWeight() {}

    /** About how many bytes a tree takes. Linear in the number of its nodes. */
    public static long of(JsonNode json) {
        return weigh(json, 0);
    }

    /**
     * About how many bytes the tree will take that JSON text becomes, text included. Only
     * punctuation is looked at, so that it can be known before anything is parsed.
     */
    public static long ofText(byte[] json) {
        long values = 1;
        long containers = 0;
        for (byte each : json) {
            switch (each) {
                case ',', ':' -> values++;
                case '[', '{' -> containers++;
                default -> {}
            }
        }
        return 2L * json.length + values * (NODE + ELEMENT) + containers * CONTAINER;
    }

    private static long weigh(JsonNode json, int depth) {
        if (json instanceof StringNode text) {
            return TEXT + (long) text.stringValue().length();
        }
        if (!json.isContainer() || depth == MAX_DEPTH) {
            return json.isBinary() ? NODE + (long) json.binaryValue().length : NODE;
        }
        long sum = CONTAINER;
        if (json.isArray()) {
            for (int i = 0; i < json.size(); i++) {
                sum += ELEMENT + weigh(json.get(i), depth + 1);
            }
            return sum;
        }
        for (var property : json.properties()) {
            sum += ENTRY + property.getKey().length() + weigh(property.getValue(), depth + 1);
        }
        return sum;
    }
}
