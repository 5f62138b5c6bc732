package dev.alkdev.operations;

import tools.jackson.databind.JsonNode;

import java.util.Optional;
import java.util.Set;

/**
 * Makes a source that a configuration names. A hub finds it with {@link java.util.ServiceLoader},
 * so that a jar on its class path can bring operations of its own.
 */
public interface SourceProvider {
    /** The name used in configurations. */
    String name();

    /**
     * Returns the keys that the options may have, or empty if only {@link #create} can validate
     * them. A hub rejects options with other keys before it calls {@link #create}, so that a
     * misspelled key has no silent effect.
     */
    default Optional<Set<String>> optionKeys() {
        return Optional.empty();
    }

    /**
     * Makes a source that is not started yet.
     *
     * @param namespace of its operations
     * @param options the options of the configuration; an empty object if there are none
     * @throws IllegalArgumentException with what is wrong with the options
     */
    OperationSource create(String namespace, JsonNode options);
}
