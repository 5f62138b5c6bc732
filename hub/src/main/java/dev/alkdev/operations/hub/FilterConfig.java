package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.openapi.ApiOperation;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Which operations a source brings in: those that a filter to include matches, or all if there is
 * none, without those that a filter to exclude matches. Immutable; threads may share it.
 */
@Form(title = "an object with include and exclude")
public record FilterConfig(
        @Key(value = "Include patterns; one of these has to match.", restricts = true)
                @Form(
                        title = "a list of filters",
                        filled = true,
                        example = "['find*', {'tag': 'public'}]")
                List<FilterRuleConfig> include,
        @Key(
                        value =
                                "Exclude patterns, applied after `include`; none of these may"
                                        + " match.",
                        restricts = true)
                @Form(title = "a list of filters", example = "['delete*']")
                List<FilterRuleConfig> exclude) {

    public FilterConfig {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
    }

    /** Whether an operation of an OpenAPI document is brought in, which has no id yet. */
    public boolean accepts(String namespace, ApiOperation operation) {
        return accepts(rule -> rule.matches(namespace, operation));
    }

    /**
     * Whether an operation is brought in.
     *
     * @param tool its name at an MCP server
     */
    boolean accepts(OperationSpec operation, @Nullable String tool) {
        return accepts(rule -> rule.matches(operation, tool));
    }

    Stream<FilterRuleConfig> all() {
        return Stream.concat(include.stream(), exclude.stream());
    }

    private boolean accepts(Predicate<FilterRuleConfig> matching) {
        return (include.isEmpty() || include.stream().anyMatch(matching))
                && exclude.stream().noneMatch(matching);
    }
}
