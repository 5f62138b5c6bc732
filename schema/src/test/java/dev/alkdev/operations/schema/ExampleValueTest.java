package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExampleValueTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                {"type": "object", "required": ["on", "mail"], "properties": {
                  "on": {"type": "string", "format": "date"},
                  "mail": {"oneOf": [{"type": "null"}, {"type": "string", "format": "email"}]}}}
                """,
                """
                {"allOf": [{"type": "object", "required": ["a"],
                            "properties": {"a": {"enum": ["x", "y"]}}},
                           {"oneOf": [
                             {"required": ["b"], "properties": {"b": {"type": "boolean"}}},
                             {"required": ["c"], "properties": {"c": {"type": "number"}}}]}]}
                """
            })
    void fitsItsSchema(String text) {
        Schema schema = Schema.parse(text);

        assertThat(schema.errors(ExampleValue.of(schema.view()))).isEmpty();
    }
}
