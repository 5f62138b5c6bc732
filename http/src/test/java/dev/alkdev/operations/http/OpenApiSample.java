package dev.alkdev.operations.http;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;

/** Operations whose schemas make use of everything a document must keep. */
final class OpenApiSample {
    private OpenApiSample() {}

    /** An order, with parts that refer to it again. */
    record Order(String id, Address to, List<Line> lines, @Nullable Order replaces) {}

    record Address(String street, String city) {}

    record Line(String article, int count, Map<String, Address> origins) {}

    sealed interface Payment {}

    record Card(String number) implements Payment {}

    record Transfer(String iban, Address bank) implements Payment {}

    static void in(OperationRegistry registry) {
        classes(registry);
        references(registry);
        shapes(registry);
        others(registry);
    }

    private static void query(OperationRegistry registry, String id, Schema input, Schema output) {
        registry.register(
                OperationSpec.query(id).describedAs("Asks").input(input).output(output).build(),
                (in, context) -> in);
    }

    private static void classes(OperationRegistry registry) {
        query(registry, "shop.order", Schema.of(Order.class), Schema.of(Order.class));
        query(registry, "shop.lines", Schema.of(Line.class), Schema.of(Line.class));
        query(registry, "shop.pay", Schema.of(Card.class), Schema.of(Payment.class));
        query(registry, "other.address", Schema.of(Address.class), Schema.of(Order.class));
    }

    /** Definitions of the same name that differ, and references of every form. */
    private static void references(OperationRegistry registry) {
        String item = "{\"type\": \"object\", \"properties\": {\"item\": {\"$ref\": \"%s\"}}%s}";
        query(
                registry,
                "refs.first",
                Schema.parse(
                        item.formatted(
                                "#/$defs/Item", ", \"$defs\": {\"Item\": {\"type\": \"string\"}}")),
                Schema.unknown());
        query(
                registry,
                "refs.second",
                Schema.parse(
                        item.formatted(
                                "#/$defs/Item",
                                ", \"$defs\": {\"Item\": {\"type\": \"integer\"}}")),
                Schema.unknown());
        query(
                registry,
                "refs.itself",
                Schema.parse(item.formatted("#", "")),
                Schema.parse(
                        item.formatted("#/properties", ", \"required\": [\"item\"]")
                                .replace("#/properties", "#/$defs/Odd~1name%20x/items")
                                .replace(
                                        "\"required\"",
                                        "\"$defs\": {\"Odd/name x\": {\"items\": {\"$ref\":"
                                                + " \"#\"}}}, \"required\"")));
        query(
                registry,
                "refs.old",
                Schema.parse(
                        """
                        {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
                         "properties": {"a": {"$ref": "#/definitions/A"}},
                         "definitions": {"A": {"type": "object", "properties": {"b": {"$ref": "#/definitions/B"}}},
                                         "B": {"type": "boolean"}}}
                        """),
                Schema.unknown());
        query(
                registry,
                "refs.named",
                Schema.parse(
                        """
                        {"type": "object", "properties": {"a": {"$ref": "#here"}, "b": {"$ref": "#/$defs/h"}},
                         "$defs": {"h": {"$anchor": "here", "type": "string"}}}
                        """),
                Schema.unknown());
    }

    private static void shapes(OperationRegistry registry) {
        query(registry, "shape.list", Schema.parse("{\"type\": \"array\"}"), Schema.unknown());
        query(registry, "shape.unknown", Schema.unknown(), Schema.parse("true"));
        query(
                registry,
                "shape.values",
                Schema.parse(
                        """
                        {"type": "object", "additionalProperties": false,
                         "properties": {"$ref": {"type": "string"},
                                        "c": {"const": {"$ref": "#/nowhere"}},
                                        "d": {"default": {"$ref": "#/nowhere"}}}}
                        """),
                Schema.parse("{\"type\": [\"string\", \"null\"]}"));
    }

    private static void others(OperationRegistry registry) {
        registry.register(
                OperationSpec.mutation("shop.cancel")
                        .title("Cancel")
                        .describedAs("Cancels an order")
                        .tags("orders")
                        .meta(Json.parse("{\"deprecated\": true}"))
                        .input(
                                Schema.parse(
                                        "{\"type\": \"object\", \"properties\": {\"id\": {\"type\":"
                                                + " \"string\"}}, \"required\": [\"id\"]}"))
                        .access(AccessControl.requires("shop:write").withAnyOf("a", "b"))
                        .fails(ErrorSpec.of("SHIPPED", "Too late").withHttpStatus(409))
                        .fails(
                                ErrorSpec.of("LOCKED", "In work")
                                        .withHttpStatus(409)
                                        .withSchema(Schema.of(Order.class)))
                        .fails(ErrorSpec.of("UNPAID", "Not paid"))
                        .build(),
                (input, context) -> null);
        registry.register(
                OperationSpec.subscription("shop.watch")
                        .describedAs("Watches orders")
                        .input(
                                Schema.parse(
                                        "{\"type\": \"object\", \"properties\": {\"city\":"
                                                + " {\"type\": \"string\"}}}"))
                        .output(Schema.of(Order.class))
                        .build(),
                (input, context, emitter) -> {});
    }
}
