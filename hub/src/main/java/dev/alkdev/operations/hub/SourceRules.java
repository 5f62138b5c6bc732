package dev.alkdev.operations.hub;

import dev.alkdev.operations.NormalizeMode;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What all kinds of sources have in common; {@link SourceConfig} says what each thing means.
 * Immutable; threads may share it.
 *
 * @param namespace null if it was not given
 * @param normalize what is done to results; null for what the hub, or the operation, says
 */
public record SourceRules(
        @Nullable String namespace,
        FilterConfig filters,
        Map<String, String> renames,
        List<String> scopes,
        @Nullable Duration timeout,
        @Nullable Integer concurrency,
        @Nullable NormalizeMode normalize) {
    private static final SourceRules NONE =
            new SourceRules(null, FilterConfig.everything(), Map.of(), List.of(), null, null, null);

    public SourceRules {
        renames = Map.copyOf(renames);
        scopes = List.copyOf(scopes);
    }

    /** Everything is brought in as it is. */
    public static SourceRules none() {
        return NONE;
    }

    /** The name an operation gets. */
    public String renamed(String name) {
        return renames.getOrDefault(name, name);
    }
}
