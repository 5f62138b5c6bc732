package dev.alkdev.operations;

import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaError;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/** Makes failures of values that do not fit their schema. */
final class ValidationFailure {
    private static final int LISTED_ERRORS = 1000;

    private ValidationFailure() {}

    /** The failure of a value, named by what it is; null if it fits. */
    static @Nullable CallException of(String what, Schema schema, JsonNode value) {
        return schema.accepts(value) ? null : of(what, errors(schema, value));
    }

    static CallException of(String what, List<SchemaError> errors) {
        String count = errors.size() > LISTED_ERRORS ? "many" : "" + (errors.size() - 1);
        String more = errors.size() <= 1 ? "" : " (and " + count + " more)";
        return new CallException(
                        ErrorCode.VALIDATION_ERROR,
                        what + " is not valid: " + errors.getFirst() + more)
                .withDetails(details(errors));
    }

    /** All errors, or so many that there are more than are listed. */
    static List<SchemaError> errors(Schema schema, JsonNode value) {
        return schema.errors(value, LISTED_ERRORS + 1);
    }

    /**
     * {@code {errors: [{pointer, keyword, schemaPointer, message}], more?: true}}. An input of a
     * million wrong items is not answered with something many times its size.
     */
    static JsonNode details(List<SchemaError> errors) {
        ObjectNode details = JsonNodeFactory.instance.objectNode();
        ArrayNode array = details.putArray("errors");
        for (SchemaError error : errors.subList(0, Math.min(errors.size(), LISTED_ERRORS))) {
            array.addObject()
                    .put("pointer", error.pointer())
                    .put("keyword", error.keyword())
                    .put("schemaPointer", error.schemaPointer())
                    .put("message", error.message());
        }
        if (errors.size() > LISTED_ERRORS) {
            details.put("more", true);
        }
        return details;
    }
}
