package dev.alkdev.operations;

/** What happened to an operation of a registry. */
public sealed interface RegistryChange {
    /** {@code namespace.name} of the operation. */
    default String operationId() {
        return switch (this) {
            case Added(OperationSpec spec) -> spec.id();
            case Replaced(OperationSpec before, OperationSpec spec) -> spec.id();
            case Removed(OperationSpec spec) -> spec.id();
        };
    }

    record Added(OperationSpec spec) implements RegistryChange {}

    record Replaced(OperationSpec before, OperationSpec spec) implements RegistryChange {}

    record Removed(OperationSpec spec) implements RegistryChange {}
}
