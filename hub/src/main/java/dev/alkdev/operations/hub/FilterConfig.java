package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.openapi.ApiOperation;

import java.util.List;
import java.util.function.Predicate;

/**
 * Which operations a source brings in: those that a filter to include matches, or all if there is
 * none, without those that a filter to exclude matches. Immutable; threads may share it.
 */
public record FilterConfig(List<FilterRule> include, List<FilterRule> exclude) {
    private static final FilterConfig EVERYTHING = new FilterConfig(List.of(), List.of());

    public FilterConfig {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
    }

    public static FilterConfig everything() {
        return EVERYTHING;
    }

    /** Whether an operation of an OpenAPI document is brought in, which has no id yet. */
    public boolean accepts(String namespace, ApiOperation operation) {
        return accepts(rule -> rule.matches(namespace, operation));
    }

    public boolean accepts(OperationSpec operation) {
        return accepts(rule -> rule.matches(operation));
    }

    private boolean accepts(Predicate<FilterRule> matching) {
        return (include.isEmpty() || include.stream().anyMatch(matching))
                && exclude.stream().noneMatch(matching);
    }
}
