package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.Glob;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
 * @param toolScopes what it needs besides for tools whose name fits
 * @param filter which tools are taken, by their name at the server
 * @param renames other names for tools: the name at the server to that of the operation
 */
public record McpToolOptions(
        boolean trustsAnnotations,
        boolean errorsAsExceptions,
        boolean parsesJsonText,
        List<String> scopes,
        Map<Glob, List<String>> toolScopes,
        Predicate<String> filter,
        Map<String, String> renames) {

    public McpToolOptions {
        scopes = List.copyOf(scopes);
        toolScopes = Map.copyOf(toolScopes);
        renames = Map.copyOf(renames);
    }

    /** All tools as they are. */
    public static McpToolOptions defaults(boolean trustsAnnotations) {
        return new McpToolOptions(
                trustsAnnotations, false, false, List.of(), Map.of(), name -> true, Map.of());
    }

    public McpToolOptions withTrustedAnnotations(boolean trusted) {
        return new McpToolOptions(
                trusted, errorsAsExceptions, parsesJsonText, scopes, toolScopes, filter, renames);
    }

    public McpToolOptions withErrorsAsExceptions() {
        return new McpToolOptions(
                trustsAnnotations, true, parsesJsonText, scopes, toolScopes, filter, renames);
    }

    public McpToolOptions withParsedJsonText() {
        return new McpToolOptions(
                trustsAnnotations, errorsAsExceptions, true, scopes, toolScopes, filter, renames);
    }

    public McpToolOptions withScopes(String... required) {
        return new McpToolOptions(
                trustsAnnotations,
                errorsAsExceptions,
                parsesJsonText,
                List.of(required),
                toolScopes,
                filter,
                renames);
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
                renames);
    }

    public McpToolOptions withFilter(Predicate<String> taken) {
        return new McpToolOptions(
                trustsAnnotations,
                errorsAsExceptions,
                parsesJsonText,
                scopes,
                toolScopes,
                taken,
                renames);
    }

    public McpToolOptions withRenames(Map<String, String> names) {
        return new McpToolOptions(
                trustsAnnotations,
                errorsAsExceptions,
                parsesJsonText,
                scopes,
                toolScopes,
                filter,
                names);
    }

    /** All that a caller needs for a tool. */
    List<String> scopesOf(String tool) {
        Set<String> more = new TreeSet<>();
        toolScopes.forEach(
                (pattern, required) -> {
                    if (pattern.matches(tool)) {
                        more.addAll(required);
                    }
                });
        return Stream.concat(scopes.stream(), more.stream()).distinct().toList();
    }
}
