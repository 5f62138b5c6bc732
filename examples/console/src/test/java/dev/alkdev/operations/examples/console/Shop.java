package dev.alkdev.operations.examples.console;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ContentBlock;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Operations with everything that the console has a form or a view for. */
final class Shop {
    /** One red pixel. */
    private static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

    private static final String ORDER =
            """
            {"type": "object", "required": ["customer", "items", "payment"], "additionalProperties": false,
             "properties": {
               "customer": {"type": "string", "minLength": 3, "description": "Who **orders**"},
               "priority": {"enum": ["low", "normal", "high"], "default": "normal"},
               "gift": {"type": "boolean"},
               "note": {"type": ["string", "null"]},
               "deliverOn": {"type": "string", "format": "date"},
               "remindAt": {"type": "string", "format": "date-time"},
               "attachment": {"type": "string", "contentEncoding": "base64"},
               "address": {"$ref": "#/$defs/Address"},
               "items": {"type": "array", "minItems": 1, "items": {
                 "type": "object", "required": ["article"],
                 "properties": {"article": {"type": "string"}, "count": {"type": "integer", "minimum": 1, "default": 1}}}},
               "payment": {"oneOf": [
                 {"title": "Card", "type": "object", "required": ["kind", "number"],
                  "properties": {"kind": {"const": "card"}, "number": {"type": "string"}}},
                 {"title": "Cash", "type": "object", "required": ["kind"],
                  "properties": {"kind": {"const": "cash"}, "change": {"type": "number"}}}]},
               "labels": {"type": "object", "additionalProperties": {"type": "string"}}},
             "$defs": {"Address": {"type": "object", "required": ["city"],
               "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}}}
            """;

    private static final String ARTICLES =
            """
            {"type": "array", "items": {"type": "object", "properties": {
              "article": {"type": "string"}, "price": {"type": "number"}, "inStock": {"type": "boolean"}}}}
            """;

    /** How many handlers of {@code shop.slow} run. */
    final AtomicInteger slow = new AtomicInteger();

    static Shop in(OperationRegistry registry) {
        Shop shop = new Shop();
        shop.register(registry);
        return shop;
    }

    private void register(OperationRegistry registry) {
        registry.register(
                OperationSpec.mutation("shop.order")
                        .title("Order articles")
                        .describedAs(
                                "Orders *articles* for a customer.\n\n- checks the stock\n- takes"
                                        + " the payment\n\nSee `shop.articles` and"
                                        + " [the manual](https://example.com/manual).")
                        .tags("orders")
                        .input(schema(ORDER))
                        .fails(ErrorSpec.of("SOLD_OUT", "An article is not there any more"))
                        .build(),
                (input, context) -> order(input));
        registry.register(
                OperationSpec.query("shop.articles")
                        .title("List all articles")
                        .describedAs("What can be ordered, with its price")
                        .tags("articles")
                        .output(schema(ARTICLES))
                        .build(),
                (input, context) -> articles());
        registry.register(
                OperationSpec.query("shop.slow").title("Count the stock by hand").build(),
                (input, context) -> slow());
        registry.register(
                OperationSpec.query("shop.report")
                        .title("Report of sales")
                        .describedAs("Lists the articles through `shop.articles`")
                        .output(
                                schema(
                                        "{\"type\": \"object\", \"properties\": {\"sold\":"
                                            + " {\"type\": \"integer\"}, \"currency\": {\"type\":"
                                            + " \"string\", \"default\": \"EUR\"}}}"))
                        .build(),
                (input, context) -> report(context));
        registry.register(
                OperationSpec.query("media.show").title("A picture and a sound").build(),
                (input, context) -> media());
    }

    static Schema schema(String json) {
        return Schema.parse(json);
    }

    private static JsonNode order(JsonNode input) {
        if (input.get("items").size() > 5) {
            throw new CallException("SOLD_OUT", "There are not so many");
        }
        ObjectNode receipt = Json.mapper().createObjectNode().put("number", 17);
        receipt.set("order", input);
        // More digits than a double has.
        receipt.put("checksum", 9007199254740993L);
        return receipt;
    }

    private static ArrayNode articles() {
        ArrayNode articles = Json.mapper().createArrayNode();
        for (String article : List.of("Tea", "Coffee", "Cocoa")) {
            articles.addObject()
                    .put("article", article)
                    .put("price", article.length() * 1.5)
                    .put("inStock", !article.equals("Cocoa"));
        }
        return articles;
    }

    private Object slow() throws InterruptedException {
        slow.incrementAndGet();
        try {
            new CountDownLatch(1).await();
            throw new CallException(ErrorCode.UNKNOWN_ERROR, "cannot happen");
        } finally {
            slow.decrementAndGet();
        }
    }

    /** Not as its schema says: the text becomes a number, the default is filled, the rest goes. */
    private static Object report(OperationContext context) {
        int size = context.env().call("shop.articles", Map.of()).data().size();
        return Map.of("sold", Integer.toString(size), "internal", true);
    }

    private static ResponseEnvelope<JsonNode> media() {
        List<ContentBlock> blocks =
                List.of(
                        ContentBlock.text("# Picture\n\nWith a *caption*"),
                        block(
                                "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\""
                                        + PIXEL
                                        + "\"}"),
                        block(
                                "{\"type\":\"audio\",\"mimeType\":\"audio/wav\",\"data\":\"UklGRg==\"}"),
                        block(
                                "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///log.txt\",\"mimeType\":\"text/plain\",\"text\":\"a"
                                    + " line\"}}"));
        return ResponseEnvelope.mcp(Json.parse("null"), new McpMeta(false, blocks));
    }

    private static ContentBlock block(String json) {
        return ContentBlock.fromJson(Json.parse(json));
    }
}
