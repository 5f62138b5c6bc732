package dev.alkdev.operations;

import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaError;
import dev.alkdev.operations.schema.SchemaOptions;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Set;

/**
 * The formats of texts that Java types require, such as dates. Schemas do not check formats unless
 * asked, and reading a value finds only the first fault.
 *
 * @param schema the schema of the input with these formats and no others
 */
record TextFormats(Schema schema) {
    private static final Set<String> READ =
            Set.of("date", "time", "date-time", "uuid", "uri", "uri-reference");

    static TextFormats of(Schema input) {
        JsonNode json = input.toJson();
        removeOthers(json);
        return new TextFormats(
                Schema.of(json, SchemaOptions.defaults().withFormatAssertion().withTolerance()));
    }

    /** Others, such as those of e-mail addresses, are not required by a type. */
    private static void removeOthers(JsonNode schema) {
        if (schema instanceof ObjectNode object) {
            JsonNode format = object.get("format");
            if (format != null && format.isString() && !READ.contains(format.stringValue())) {
                object.remove("format");
            }
        }
        schema.forEach(TextFormats::removeOthers);
    }

    List<SchemaError> errors(JsonNode value) {
        return ValidationFailure.errors(schema, value).stream()
                .filter(error -> error.keyword().equals("format"))
                // Read as absent.
                .filter(error -> !error.value().stringValue().isEmpty())
                .toList();
    }
}
