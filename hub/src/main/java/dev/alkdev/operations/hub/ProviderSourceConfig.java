package dev.alkdev.operations.hub;

import tools.jackson.databind.JsonNode;

/**
 * A source that a {@link dev.alkdev.operations.SourceProvider} on the class path makes. Immutable;
 * threads may share it.
 *
 * @param provider what the provider calls itself
 * @param options what it asks for; an empty object if nothing
 */
public record ProviderSourceConfig(
        String name, SourceRules rules, String provider, JsonNode options) implements SourceConfig {

    public ProviderSourceConfig {
        options = options.deepCopy();
    }

    /** A copy, since trees can be changed. */
    @Override
    public JsonNode options() {
        return options.deepCopy();
    }

    @Override
    public String kind() {
        return "provider";
    }

    /** Names the options without their values, which may be secret. */
    @Override
    public String toString() {
        return "ProviderSourceConfig[name="
                + name
                + ", provider="
                + provider
                + ", options="
                + options.propertyNames()
                + ", rules="
                + rules
                + "]";
    }
}
