package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Writes the input of a typed call. */
final class TypedInput {
    private TypedInput() {}

    /**
     * The JSON of an input, as it is checked.
     *
     * @throws CallException if there is no JSON for it
     */
    static JsonNode tree(String id, @Nullable Object input) {
        try {
            return ResponseEnvelope.tree(input);
        } catch (JacksonException e) {
            throw new CallException(
                            ErrorCode.VALIDATION_ERROR,
                            "input of " + id + " cannot be written as JSON")
                    .causedBy(e);
        }
    }
}
