package dev.alkdev.operations.openapi;

import dev.alkdev.operations.Glob;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Chooses operations of a document by patterns, as a configuration has them. An operation is chosen
 * if it fits at least one pattern of each list that is not empty. Immutable; threads may share it.
 *
 * <pre>{@code
 * OperationFilter orders = OperationFilter.all().withTags("orders").withMethods("GET");
 * OperationFilter internal = OperationFilter.all().withPaths("/internal/**");
 * ImportOptions options = ImportOptions.builder().filter(orders.and(internal.negate())).build();
 * }</pre>
 *
 * @param ids patterns of {@code operationId}s or of the names made from them; as a {@link Glob}
 * @param tags patterns of tags
 * @param methods HTTP methods, in any case
 * @param paths patterns of paths with their {@code {placeholders}}; {@code *} stays within a
 *     segment, {@code **} does not
 */
public record OperationFilter(
        List<String> ids, List<String> tags, List<String> methods, List<String> paths)
        implements Predicate<ApiOperation> {
    private static final OperationFilter ALL =
            new OperationFilter(List.of(), List.of(), List.of(), List.of());
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE");

    /**
     * Checks the patterns.
     *
     * @throws IllegalArgumentException if a pattern is empty or there is no such method
     */
    public OperationFilter {
        ids = List.copyOf(ids);
        tags = List.copyOf(tags);
        methods = methods.stream().map(OperationFilter::method).toList();
        paths = List.copyOf(paths);
        ids.forEach(Glob::new);
        tags.forEach(Glob::new);
        paths.forEach(OperationFilter::path);
    }

    private static String method(String given) {
        String method = given.toUpperCase(Locale.ROOT);
        if (!METHODS.contains(method)) {
            throw new IllegalArgumentException(
                    "there is no method \""
                            + given
                            + "\"; there are "
                            + METHODS.stream().sorted().toList());
        }
        return method;
    }

    private static Glob path(String pattern) {
        if (!pattern.startsWith("/") && !pattern.startsWith("*")) {
            throw new IllegalArgumentException(
                    "the pattern of a path begins with / or *, not as \"" + pattern + "\"");
        }
        return new Glob(pattern);
    }

    /** Chooses every operation. */
    public static OperationFilter all() {
        return ALL;
    }

    public OperationFilter withIds(String... ids) {
        return new OperationFilter(List.of(ids), tags, methods, paths);
    }

    public OperationFilter withTags(String... tags) {
        return new OperationFilter(ids, List.of(tags), methods, paths);
    }

    public OperationFilter withMethods(String... methods) {
        return new OperationFilter(ids, tags, List.of(methods), paths);
    }

    public OperationFilter withPaths(String... paths) {
        return new OperationFilter(ids, tags, methods, List.of(paths));
    }

    @Override
    public boolean test(ApiOperation operation) {
        return fitsId(operation)
                && (tags.isEmpty() || operation.tags().stream().anyMatch(this::fitsTag))
                && (methods.isEmpty() || methods.contains(operation.method()))
                && (paths.isEmpty()
                        || paths.stream().anyMatch(it -> path(it).matches(operation.path())));
    }

    private boolean fitsId(ApiOperation operation) {
        String original = operation.operationId();
        return ids.isEmpty()
                || ids.stream()
                        .map(Glob::new)
                        .anyMatch(
                                it ->
                                        it.matches(operation.name())
                                                || (original != null && it.matches(original)));
    }

    private boolean fitsTag(String tag) {
        return tags.stream().anyMatch(it -> new Glob(it).matches(tag));
    }
}
