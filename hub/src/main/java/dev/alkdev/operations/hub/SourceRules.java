package dev.alkdev.operations.hub;

import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.openapi.ApiOperation;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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

    /** What of filters and renames fits none of the operations of a document, in words. */
    List<String> unused(String namespace, List<ApiOperation> operations) {
        Stream<String> unusedFilters =
                Stream.concat(filters.include().stream(), filters.exclude().stream())
                        .filter(
                                rule ->
                                        operations.stream()
                                                .noneMatch(one -> rule.matches(namespace, one)))
                        .map(rule -> "no operation fits the filter " + rule);
        Stream<String> unusedRenames =
                renames.keySet().stream()
                        .filter(
                                name ->
                                        operations.stream()
                                                .noneMatch(one -> one.name().equals(name)))
                        .sorted()
                        .map(name -> "no operation is called \"" + name + "\" to be renamed");
        return Stream.concat(unusedFilters, unusedRenames).toList();
    }

    /** The name an operation gets. */
    public String renamed(String name) {
        return renames.getOrDefault(name, name);
    }
}
