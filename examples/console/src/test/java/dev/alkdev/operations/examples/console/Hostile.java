package dev.alkdev.operations.examples.console;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Operations whose every text tries to be more than text. */
final class Hostile {
    static final String MARKUP =
            "<img src=x onerror=\"window.broken=1\"><script>window.broken=1</script>"
                    + "<a href=\"javascript:window.broken=1\">x</a>"
                    + "[link](javascript:window.broken=1) ![i](https://elsewhere.example/x.png)"
                    + " <iframe src=\"https://elsewhere.example\"></iframe>"
                    + " \u001b[31mred\u001b[0m \u202eleft to right\u202c";

    private Hostile() {}

    static void in(OperationRegistry registry) {
        registry.register(
                OperationSpec.query("hostile.markup")
                        .title(MARKUP)
                        .describedAs(MARKUP + "\n\n" + ">".repeat(3000) + " `".repeat(2000))
                        .tags("<b>tag</b>", "__proto__")
                        .input(markupSchema())
                        .build(),
                (input, context) -> markup());
        registry.register(
                OperationSpec.query("hostile.large").title("Ten megabytes").build(),
                (input, context) -> large());
        registry.register(
                OperationSpec.query("hostile.wide")
                        .title("A schema of 5,000 properties")
                        .input(wideSchema())
                        .build(),
                (input, context) -> input);
        registry.register(
                OperationSpec.query("hostile.endless")
                        .title("A schema without an end")
                        .input(
                                Shop.schema(
                                        "{\"type\":\"object\",\"required\":[\"self\"],\"properties\":{\"self\":{\"$ref\":\"#\"}}}"))
                        .build(),
                (input, context) -> input);
    }

    private static Schema markupSchema() {
        ObjectNode schema = Json.mapper().createObjectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        properties
                .putObject("<script>window.broken=1</script>")
                .put("type", "string")
                .put("description", MARKUP)
                .put("default", MARKUP);
        properties.putObject("__proto__").put("type", "string").put("title", MARKUP);
        properties.putObject("constructor").put("type", "integer");
        return Schema.of(schema);
    }

    private static ArrayNode markup() {
        ArrayNode rows = Json.mapper().createArrayNode();
        for (int i = 0; i < 3; i++) {
            rows.addObject().put(MARKUP, MARKUP).put("__proto__", MARKUP).put("toString", i);
        }
        return rows;
    }

    private static ArrayNode large() {
        ArrayNode rows = Json.mapper().createArrayNode();
        String text = "x".repeat(80);
        for (int i = 0; i < 100_000; i++) {
            rows.addObject().put("number", i).put("text", text);
        }
        return rows;
    }

    private static Schema wideSchema() {
        ObjectNode schema = Json.mapper().createObjectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        for (int i = 0; i < 5_000; i++) {
            properties.putObject("property" + i).put("type", i % 2 == 0 ? "string" : "integer");
        }
        schema.putArray("required").add("property7");
        return Schema.of(schema);
    }
}
