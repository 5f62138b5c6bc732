package dev.alkdev.operations.openapi;

import dev.alkdev.operations.OperationType;

/**
 * An operation with the name it has in its namespace.
 *
 * @param suffix what tells it from the other operation of the same path and method; empty for the
 *     one that keeps the name
 */
record NamedOperation(String name, OperationType type, OperationModel model, String suffix) {
    /** Whether its name was made from that of another. */
    boolean isDerived() {
        return !suffix.isEmpty();
    }

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
        return new NamedOperation(other, type, model, suffix);
    }
}
