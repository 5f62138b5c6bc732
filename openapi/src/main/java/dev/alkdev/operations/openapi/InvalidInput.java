package dev.alkdev.operations.openapi;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The failure of an input that fits its schema and still cannot be sent. */
final class InvalidInput {
    private InvalidInput() {}

    /** A validation error about one member of the input. */
    static CallException at(String key, String message) {
        return atPointer("/" + key.replace("~", "~0").replace("/", "~1"), message);
    }

    static CallException atPointer(String pointer, String message) {
        ObjectNode details = JsonNodeFactory.instance.objectNode();
        details.putArray("errors").addObject().put("pointer", pointer).put("message", message);
        return new CallException(
                ErrorCode.VALIDATION_ERROR, pointer + ": " + message, details, false);
    }
}
