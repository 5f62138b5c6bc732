package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSpec;

import java.util.List;

/**
 * The operations of a source as the hub is to have them. Immutable; threads may share it.
 *
 * @param specs those without a handler
 */
record LocalOperations(List<OperationBinding> bindings, List<OperationSpec> specs) {
    static final LocalOperations NONE = new LocalOperations(List.of(), List.of());

    LocalOperations {
        bindings = List.copyOf(bindings);
        specs = List.copyOf(specs);
    }

    int size() {
        return bindings.size() + specs.size();
    }
}
