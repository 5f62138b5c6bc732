package dev.alkdev.operations.hub;

import dev.alkdev.operations.SourceProvider;
import dev.alkdev.operations.config.ConfigValue;
import dev.alkdev.operations.config.UnknownKey;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Checks options against the keys that their provider declares. */
final class ProviderOptions {
    private static final Logger LOG = LoggerFactory.getLogger(ProviderOptions.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private ProviderOptions() {}

    /** Returns the declared keys in alphabetical order; empty if the provider declares none. */
    static Optional<List<String>> keys(SourceProvider provider) {
        return provider.optionKeys().map(keys -> keys.stream().sorted().toList());
    }

    /**
     * Checks options before a source is created from them.
     *
     * @throws IllegalArgumentException naming the first key that the provider does not declare
     */
    static void check(SourceProvider provider, JsonNode options) {
        List<String> keys = keys(provider).orElse(null);
        if (keys != null) {
            unknown(options.propertyNames(), keys)
                    .findFirst()
                    .ifPresent(
                            key -> {
                                throw new IllegalArgumentException(
                                        "options: " + UnknownKey.message(key, keys));
                            });
        }
    }

    /**
     * Reports the keys that a provider does not declare. A provider that is missing, fails or
     * blocks is not reported here: its source fails when it opens.
     *
     * @param provider loads the provider, which runs code of a plug-in
     */
    static void report(ConfigValue options, Supplier<SourceProvider> provider) {
        if (options.members().isEmpty()) {
            return;
        }
        try {
            Guarded.result(
                            "The options of a provider",
                            TIMEOUT,
                            () -> keys(provider.get()),
                            late -> {})
                    .ifPresent(keys -> report(options, keys));
        } catch (Throwable e) {
            Guarded.throwIfFatal(e);
            LOG.debug("A provider did not return the keys of its options", e);
        }
    }

    private static void report(ConfigValue options, List<String> keys) {
        unknown(options.members().keySet(), keys)
                .forEach(key -> options.get(key).refuseKey(UnknownKey.message(key, keys)));
    }

    private static Stream<String> unknown(Collection<String> options, List<String> keys) {
        return options.stream().filter(key -> !keys.contains(key));
    }
}
