package dev.alkdev.operations.http;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;

import org.jspecify.annotations.Nullable;

/**
 * A request for one operation.
 *
 * @param spec null if there is no such operation: the registry is asked all the same, since whoever
 *     observes it wants to know
 */
record Asked(Exchange exchange, String id, @Nullable OperationSpec spec, Accepted accepted) {
    boolean is(OperationType type) {
        return spec != null && spec.type() == type;
    }

    boolean usable() {
        return spec != null && spec.accessControl().permits(exchange.caller());
    }

    Asked with(Accepted changed) {
        return new Asked(exchange, id, spec, changed);
    }
}
