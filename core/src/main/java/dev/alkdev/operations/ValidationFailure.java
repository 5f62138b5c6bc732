package dev.alkdev.operations;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaError;
import dev.alkdev.operations.schema.UnwritableException;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/** Makes failures of values that do not fit their schema, or are no JSON. */
final class ValidationFailure {
    private static final int LISTED_ERRORS = 1000;

    private ValidationFailure() {}

    static CallException of(String what, List<SchemaError> errors) {
        String count = errors.size() > LISTED_ERRORS ? "many" : "" + (errors.size() - 1);
        String more = errors.size() <= 1 ? "" : " (and " + count + " more)";
        return new CallException(
                        ErrorCode.VALIDATION_ERROR,
                        what + " is not valid: " + errors.getFirst() + more)
                .withDetails(details(errors));
    }

    /** The failure of a value with one thing wrong in it. */
    static CallException at(String code, String what, String pointer, String message) {
        ObjectNode details = JsonNodeFactory.instance.objectNode();
        details.putArray("errors").addObject().put("pointer", pointer).put("message", message);
        String where = pointer.isEmpty() ? "(root)" : pointer;
        return new CallException(code, what + " is not valid: " + where + ": " + message)
                .withDetails(details);
    }

    /**
     * The failure of a value with NaN or an infinite number: JSON text has none, and Jackson would
     * write them as texts without anybody noticing.
     */
    static CallException nonFinite(String code, String what, String pointer) {
        return at(code, what, pointer, "is NaN or infinite, which is no JSON number");
    }

    /** An input as it was written, which must be finite. */
    static JsonNode finiteInput(JsonNode written, String operationId) {
        String pointer = Json.findNonFinite(written).orElse(null);
        if (pointer != null) {
            throw nonFinite(ErrorCode.VALIDATION_ERROR, "input of " + operationId, pointer);
        }
        return written;
    }

    /** The failure of an input for which there is no JSON. */
    static CallException unwritable(String operationId, JacksonException cause) {
        String reason =
                cause instanceof UnwritableException unwritable ? ": " + unwritable.reason() : "";
        return new CallException(
                        ErrorCode.VALIDATION_ERROR,
                        "input of " + operationId + " cannot be written as JSON" + reason)
                .causedBy(cause);
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
