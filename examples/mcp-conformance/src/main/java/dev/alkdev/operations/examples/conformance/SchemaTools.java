package dev.alkdev.operations.examples.conformance;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.schema.Schema;

/** Tools whose input schemas must reach the client as they are. */
final class SchemaTools {
    private SchemaTools() {}

    static void addTo(Tools tools, OperationRegistry registry) {
        registry.register(
                Tools.spec(
                        "json.schema_2020_12_tool",
                        "Has an input schema with the vocabulary of JSON Schema 2020-12",
                        Schema.of(Fixtures.json("schema-2020-12.json"))),
                (input, context) -> Tools.text("Called with " + input));
        tools.add(
                "header_tool",
                "Has an argument that clients also send as a header",
                Schema.of(Fixtures.json("schema-header.json")),
                (input, context) -> Tools.text("Called with " + input));
    }
}
