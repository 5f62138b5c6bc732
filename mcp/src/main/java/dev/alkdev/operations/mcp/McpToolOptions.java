package dev.alkdev.operations.mcp;

import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.base.Glob;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What is done with the tools of a server when they become operations. Immutable; threads may share
 * it.
 *
 * @param trustsAnnotations whether {@code readOnlyHint} makes a tool a query
 * @param errorsAsExceptions whether a result with {@code isError} fails the call, instead of being
 *     an envelope
 * @param parsesJsonText whether a single text block that is JSON becomes the data
 * @param scopes what a caller needs for every tool, resource and prompt
 * @param toolScopes what it needs besides for tools whose name fits; of several patterns the {@link
 *     Glob#BY_SPECIFICITY most specific} counts, so that {@code *} is for the remaining tools
 * @param filter which tools are taken, by their name at the server
 * @param renames other names for tools: the name at the server to that of the operation
 * @param normalizeMode how results are normalized; null for the default of the registry
 */
public record McpToolOptions(
        boolean trustsAnnotations,
        boolean errorsAsExceptions,
        boolean parsesJsonText,
        List<String> scopes,
        Map<Glob, List<String>> toolScopes,
        Predicate<String> filter,
        Map<String, String> renames,
        @Nullable NormalizeMode normalizeMode) {

    public McpToolOptions {
        scopes = List.copyOf(scopes);
        toolScopes = Map.copyOf(toolScopes);
        renames = Map.copyOf(renames);
    }

    /** All tools as they are. */
    public static McpToolOptions defaults(boolean trustsAnnotations) {
        return new McpToolOptions(
                trustsAnnotations, false, false, List.of(), Map.of(), name -> true, Map.of(), null);
    }

    public McpToolOptions withTrustedAnnotations(boolean trusted) {
        return new McpToolOptions(
                trusted,
                errorsAsExceptions,
                parsesJsonText,
                scopes,
                toolScopes,
                filter,
                renames,
                normalizeMode);
    }

    public McpToolOptions withErrorsAsExceptions() {
        return new McpToolOptions(
                trustsAnnotations,
                true,
                parsesJsonText,
                scopes,
                toolScopes,
                filter,
                renames,
                normalizeMode);
    }

    public McpToolOptions withParsedJsonText() {
        return new McpToolOptions(
                trustsAnnotations,
                errorsAsExceptions,
                true,
                scopes,
                toolScopes,
                filter,
                renames,
                normalizeMode);
    }

    public McpToolOptions withScopes(String... required) {
        return new McpToolOptions(
                trustsAnnotations,
                errorsAsExceptions,
                parsesJsonText,
                List.of(required),
                toolScopes,
                filter,
                renames,
                normalizeMode);
    }

    /** Requires more of callers of the tools whose name fits a pattern. */
    public McpToolOptions withToolScopes(Glob pattern, String... required) {
        Map<Glob, List<String>> more = new HashMap<>(toolScopes);
        more.put(pattern, List.of(required));
        return new McpToolOptions(
                trustsAnnotations,
                errorsAsExceptions,
                parsesJsonText,
                scopes,
                more,
                filter,
                renames,
                normalizeMode);
    }

    public McpToolOptions withFilter(Predicate<String> taken) {
        return new McpToolOptions(
                trustsAnnotations,
                errorsAsExceptions,
                parsesJsonText,
                scopes,
                toolScopes,
                taken,
                renames,
                normalizeMode);
    }

    public McpToolOptions withRenames(Map<String, String> names) {
        return new McpToolOptions(
                trustsAnnotations,
                errorsAsExceptions,
                parsesJsonText,
                scopes,
                toolScopes,
                filter,
                names,
                normalizeMode);
    }

    /** Normalizes the results of these tools in another way than the registry does by default. */
    public McpToolOptions withNormalizeMode(NormalizeMode mode) {
        return new McpToolOptions(
                trustsAnnotations,
                errorsAsExceptions,
                parsesJsonText,
                scopes,
                toolScopes,
                filter,
                renames,
                mode);
    }

    /** Whether a pattern fits the name of a tool, at its server or as part of an id. */
    public static boolean matches(Glob pattern, String tool) {
        return pattern.matchesName(tool) || pattern.matches(OperationNames.operation(tool));
    }

    /** All that a caller needs for a tool. Equally specific patterns add up. */
    List<String> scopesOf(String tool) {
        List<Glob> fitting =
                toolScopes.keySet().stream().filter(pattern -> matches(pattern, tool)).toList();
        Stream<String> more =
                fitting.stream()
                        .max(Glob.BY_SPECIFICITY)
                        .map(best -> equallySpecific(fitting, best))
                        .orElse(Stream.empty())
                        .flatMap(pattern -> toolScopes.getOrDefault(pattern, List.of()).stream())
                        .sorted();
        return Stream.concat(scopes.stream(), more).distinct().toList();
    }

    private static Stream<Glob> equallySpecific(List<Glob> patterns, Glob best) {
        return patterns.stream().filter(each -> Glob.BY_SPECIFICITY.compare(each, best) == 0);
    }

    /**
     * The rules that replace a wider one without its scopes, in words: {@code get_* needs [read] in
     * place of [admin] of *}.
     */
    List<String> replacedRules() {
        List<String> replaced = new ArrayList<>();
        toolScopes.forEach(
                (narrow, required) ->
                        toolScopes.forEach(
                                (wide, more) -> {
                                    if (Glob.BY_SPECIFICITY.compare(narrow, wide) > 0
                                            && wide.matchesName(narrow.pattern())
                                            && !required.containsAll(more)) {
                                        replaced.add(
                                                narrow
                                                        + " needs "
                                                        + required
                                                        + " in place of "
                                                        + more
                                                        + " of "
                                                        + wide);
                                    }
                                }));
        replaced.sort(Comparator.naturalOrder());
        return replaced;
    }
}
