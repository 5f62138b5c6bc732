package dev.alkdev.operations.spring;

import dev.alkdev.operations.OperationRegistryBuilder;

/** A bean of this type changes the settings of the application's registry before it is built. */
@FunctionalInterface
public interface OperationRegistryCustomizer {
    void customize(OperationRegistryBuilder builder);
}
