package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The worst schemas and values of about a megabyte that are known, one of each kind. */
final class HostilePairs {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int MEGABYTE = 1 << 20;

    private HostilePairs() {}

    /** A schema and a value that take long together. */
    record Pair(String name, Supplier<String> schema, Supplier<JsonNode> value) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Pair> all() {
        return List.of(
                pair("alternatives in alternatives", () -> kinds(40), () -> kindTree(200, 40)),
                pair("alternatives without a sign", HostilePairs::mixed, () -> tree(17, "x")),
                pair(
                        "unique decimals",
                        HostilePairs::unique,
                        () -> array(40_000, HostilePairs::decimal)),
                pair(
                        "unique strings",
                        HostilePairs::unique,
                        () -> array(1 << 15, HostilePairs::collidingText)),
                pair(
                        "unique huge numbers",
                        HostilePairs::unique,
                        () -> array(100_000, HostilePairs::huge)),
                pair(
                        "unique objects",
                        HostilePairs::unique,
                        () -> array(1 << 15, HostilePairs::collidingObject)),
                pair("unique at each level", HostilePairs::uniqueTree, () -> tree(16, "[]")),
                pair("wide frontier", () -> pattern("[ab]*a[ab]{180}c"), HostilePairs::letters),
                pair("back reference", () -> pattern("([ab]+)\\\\1c"), HostilePairs::letters),
                pair("lookahead", () -> pattern("(?=a.{100}c)a"), HostilePairs::letters),
                pair(
                        "large count",
                        () -> pattern("^(?:[ab]{1,9}c?){1,9000}$"),
                        HostilePairs::letters),
                pair(
                        "many texts",
                        HostilePairs::backtracking,
                        () -> array(40_000, HostilePairs::repetition)),
                pair("deep nesting", () -> kinds(40), () -> kindTree(490, 1)),
                pair(
                        "many constants",
                        () -> constants(2_000),
                        () -> array(200_000, NODES::numberNode)),
                pair(
                        "many objects listed",
                        () -> listed(20_000),
                        () -> array(50_000, HostilePairs::collidingObject)),
                pair(
                        "far multiples",
                        HostilePairs::multiples,
                        () -> array(100_000, HostilePairs::huge)),
                pair(
                        "long divisor",
                        HostilePairs::longDivisor,
                        () -> array(100_000, HostilePairs::huge)),
                pair(
                        "many mismatches",
                        () -> "{'items': {'type': 'string'}}",
                        HostilePairs::numbers),
                pair("contains", HostilePairs::contains, HostilePairs::numbers),
                pair("patternProperties", () -> patterns(500), () -> object(50_000)),
                pair("propertyNames", HostilePairs::names, () -> object(50_000)),
                pair("allOf doubled", () -> doubled(40), HostilePairs::numbers),
                pair("allOf with many", () -> many("allOf", 5_000), HostilePairs::numbers),
                pair("oneOf with many", () -> many("oneOf", 5_000), HostilePairs::numbers),
                pair(
                        "many properties",
                        () -> properties(20_000),
                        () -> array(300_000, HostilePairs::empty)),
                pair("unevaluated", HostilePairs::unevaluated, () -> object(50_000)),
                pair("unevaluated items", HostilePairs::unevaluatedItems, HostilePairs::numbers));
    }

    private static JsonNode empty(int i) {
        return NODES.objectNode();
    }

    private static JsonNode decimal(int i) {
        return Json.parse("0.1000000000000000000" + String.format("%07d", i + 1));
    }

    private static JsonNode huge(int i) {
        return Json.parse("1e" + (300 + i));
    }

    private static JsonNode collidingText(int i) {
        return StringNode.valueOf(colliding(i));
    }

    private static JsonNode collidingObject(int i) {
        return NODES.objectNode().put(colliding(i), 1);
    }

    private static JsonNode repetition(int i) {
        return StringNode.valueOf("a".repeat(26));
    }

    /** Strings with one hash code. */
    private static String colliding(int number) {
        return IntStream.range(0, 16)
                .mapToObj(bit -> (number >> bit & 1) == 0 ? "Aa" : "BB")
                .collect(Collectors.joining());
    }

    private static Pair pair(String name, Supplier<String> schema, Supplier<JsonNode> value) {
        return new Pair(name, () -> schema.get().replace('\'', '"'), value);
    }

    private static JsonNode array(int size, IntFunction<JsonNode> items) {
        ArrayNode array = NODES.arrayNode();
        IntStream.range(0, size).mapToObj(items).forEach(array::add);
        return array;
    }

    private static JsonNode numbers() {
        return array(200_000, NODES::numberNode);
    }

    private static JsonNode letters() {
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < MEGABYTE; i++) {
            letters.append((i * 31 ^ i >> 3 ^ i >> 7) % 3 == 0 ? 'a' : 'b');
        }
        return StringNode.valueOf(letters.toString());
    }

    private static JsonNode object(int size) {
        ObjectNode object = NODES.objectNode();
        IntStream.range(0, size).forEach(i -> object.put("property" + i, i));
        return object;
    }

    /** A binary tree of arrays with about two to the power of {@code depth} leaves. */
    private static JsonNode tree(int depth, String leaf) {
        ArrayNode node = NODES.arrayNode();
        if (depth == 0) {
            return node.add(leaf);
        }
        for (int i = 0; i < 2; i++) {
            node.add(tree(depth - 1, leaf + i));
        }
        return node;
    }

    private static JsonNode kindTree(int depth, int width) {
        ObjectNode node = NODES.objectNode().put("type", "none");
        for (int i = 1; i < depth; i++) {
            ObjectNode parent = NODES.objectNode();
            ArrayNode children = parent.putArray("children");
            for (int child = 0; child < width; child++) {
                children.add(child == 0 ? node : NODES.objectNode().put("type", "kind" + child));
            }
            node = parent.put("type", "kind0");
        }
        return node;
    }

    private static String kinds(int count) {
        return IntStream.range(0, count)
                .mapToObj(
                        i ->
                                "{'required': ['type'], 'properties': {'children': {'type':"
                                    + " 'array', 'items': {'$ref': '#'}}, 'type': {'const': 'kind"
                                        + i
                                        + "'}}}")
                .collect(Collectors.joining(",", "{'oneOf': [", "]}"));
    }

    private static String mixed() {
        String items = "{'type': 'array', 'items': {'$ref': '#'}, 'maxItems': %d}";
        return "{'anyOf': [{'type': 'integer'}, %s, %s, %s]}"
                .formatted(items.formatted(2), items.formatted(3), items.formatted(4));
    }

    private static String unique() {
        return "{'type': 'array', 'items': {}, 'uniqueItems': true}";
    }

    private static String uniqueTree() {
        return "{'uniqueItems': true, 'items': {'$ref': '#'}}";
    }

    private static String pattern(String pattern) {
        return "{'type': 'string', 'pattern': '" + pattern + "'}";
    }

    private static String backtracking() {
        return "{'items': {'pattern': '^((a|a)*)b\\\\1$'}}";
    }

    private static String constants(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{'const': " + -i + "}")
                .collect(Collectors.joining(",", "{'items': {'anyOf': [", "]}}"));
    }

    private static String listed(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{'a': " + i + "}")
                .collect(Collectors.joining(",", "{'items': {'enum': [", "]}}"));
    }

    private static String multiples() {
        return "{'items': {'type': 'number', 'multipleOf': 1e-300}}";
    }

    private static String longDivisor() {
        return "{'items': {'type': 'number', 'multipleOf': 0." + "7".repeat(900) + "}}";
    }

    private static String contains() {
        return "{'contains': {'anyOf': [{'type': 'string'}, {'minimum': 1e9}]},"
                + " 'minContains': 3, 'maxContains': 5}";
    }

    private static String patterns(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "'[a-z]*" + i + "[0-9]*$': {'type': 'integer'}")
                .collect(Collectors.joining(",", "{'patternProperties': {", "}}"));
    }

    private static String names() {
        return "{'propertyNames': {'pattern': '^(?:[a-z0-9]{1,9}){1,40}$', 'not': {'const': 'x'}}}";
    }

    private static String doubled(int times) {
        return IntStream.range(0, times)
                .mapToObj(
                        i ->
                                "'d%d': {'allOf': [{'$ref': '#/$defs/d%d'}, {'$ref': '#/$defs/d%d'}]}"
                                        .formatted(i, i + 1, i + 1))
                .collect(
                        Collectors.joining(
                                ",",
                                "{'items': {'$ref': '#/$defs/d0'}, '$defs': {",
                                ", 'd" + times + "': {'type': 'string'}}}"));
    }

    private static String many(String keyword, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{'type': ['integer', 'string'], 'minimum': -" + i + "}")
                .collect(Collectors.joining(",", "{'items': {'" + keyword + "': [", "]}}"));
    }

    private static String properties(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "'p" + i + "': {'type': 'integer'}")
                .collect(Collectors.joining(",", "{'items': {'properties': {", "}}}"));
    }

    private static String unevaluated() {
        return "{'allOf': ["
                + patterns(20)
                + ","
                + patterns(20)
                + "], 'unevaluatedProperties': {'type': 'string'}}";
    }

    private static String unevaluatedItems() {
        return "{'anyOf': [{'contains': {'minimum': 9}}, {'contains': {'minimum': 99}}],"
                + " 'unevaluatedItems': {'type': 'string'}}";
    }
}
