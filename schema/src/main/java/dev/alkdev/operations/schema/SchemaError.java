package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

/**
 * One reason why a value does not fit a schema.
 *
 * @param pointer where in the value, as a JSON pointer; empty for the value itself
 * @param keyword the keyword that was not met
 * @param schemaPointer where that keyword stands in the schema, as a JSON pointer through every
 *     {@code $ref} that led there
 * @param message what is wrong, with the offending value
 * @param value the offending value
 */
public record SchemaError(
        String pointer, String keyword, String schemaPointer, String message, JsonNode value) {

    @Override
    public String toString() {
        return (pointer.isEmpty() ? "(root)" : pointer) + ": " + message;
    }
}
