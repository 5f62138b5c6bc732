package dev.alkdev.operations.openapi;

import dev.alkdev.operations.OperationType;

/**
 * An operation with the name it has in its namespace.
 *
 * @param derived whether its name was made from that of the other operation of the same path and
 *     method
 */
record NamedOperation(String name, OperationType type, OperationModel model, boolean derived) {
    ApiOperation view() {
        return new ApiOperation(
                name,
                model.operationId().orElse(null),
                model.method(),
                model.path(),
                model.tags(),
                type,
                model.deprecated());
    }

    NamedOperation named(String other) {
        return new NamedOperation(other, type, model, derived);
    }
}
