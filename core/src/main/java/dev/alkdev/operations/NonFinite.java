package dev.alkdev.operations;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes failures of values with NaN or an infinite number, which JSON does not have. */
final class NonFinite {
    private NonFinite() {}

    static CallException failure(String code, String what, String pointer) {
        String message = "is NaN or infinite, which is no JSON number";
        ObjectNode details = JsonNodeFactory.instance.objectNode();
        details.putArray("errors").addObject().put("pointer", pointer).put("message", message);
        String where = pointer.isEmpty() ? "(root)" : pointer;
        return new CallException(code, what + " is not valid: " + where + ": " + message)
                .withDetails(details);
    }
}
