package dev.alkdev.operations.redis;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.protocol.Offering;

import java.util.List;
import java.util.function.BooleanSupplier;

/** What we offer, or nothing while that is switched off. */
record SwitchedOffering(Offering offering, BooleanSupplier isOn) implements Offering {
    @Override
    public List<OperationSpec> operations() {
        return isOn.getAsBoolean() ? offering.operations() : List.of();
    }

    @Override
    public List<String> path(String operationId) {
        return offering.path(operationId);
    }

    @Override
    public Registration onChange(Runnable listener) {
        return offering.onChange(listener);
    }
}
