package dev.alkdev.operations.docs;

import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.SourceProvider;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

// snippet: provider
/** {@code provider: properties} with the option {@code file}. */
public final class PropertiesProvider implements SourceProvider {
    @Override
    public String name() {
        return "properties";
    }

    @Override
    public Optional<Set<String>> optionKeys() {
        return Optional.of(Set.of("file"));
    }

    @Override
    public OperationSource create(String namespace, JsonNode options) {
        if (!options.path("file").isString()) {
            throw new IllegalArgumentException("option file of properties should be a path");
        }
        return new PropertiesSource(namespace, Path.of(options.get("file").asString()));
    }
}
// end
