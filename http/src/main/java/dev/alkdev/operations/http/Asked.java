package dev.alkdev.operations.http;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.RegisteredOperation;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/**
 * A request for one operation.
 *
 * @param operation null if there is no such operation: the registry is asked all the same, since
 *     observers see such calls, too
 */
record Asked(
        Exchange exchange, String id, @Nullable RegisteredOperation operation, Accepted accepted) {
    @Nullable OperationSpec spec() {
        return operation == null ? null : operation.spec();
    }

    /** The call of what was found, so that it is looked for once. */
    Call call(CallBuilder call, JsonNode input) {
        return operation == null ? call.to(id, input) : call.to(operation, input);
    }

    boolean is(OperationType type) {
        return operation != null && operation.spec().type() == type;
    }

    boolean usable() {
        return operation != null && operation.spec().accessControl().permits(exchange.caller());
    }

    Asked with(Accepted changed) {
        return new Asked(exchange, id, operation, changed);
    }
}
