package dev.alkdev.operations.http;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Which operations are to be listed, and how.
 *
 * @param search what the operations are ranked by; null to list them in the order of their ids
 * @param schemas whether whole specs are wanted
 * @param brief whether id, type, summary and source are enough
 */
record ListingQuery(
        OperationQuery operations, @Nullable String search, boolean schemas, boolean brief) {
    static final int MAX_LIMIT = 10_000;

    /** How many hits a search has unless more are asked for. */
    private static final int HITS = 10;

    /** The filter value for operations without scopes. */
    static final String NO_SCOPE = "none";

    private static final Set<String> FLAGS = Set.of("schemas", "brief");

    /**
     * Reads the parameters of a listing.
     *
     * @param sources the name of the source of an operation
     * @throws CallException {@code VALIDATION_ERROR}, naming the parameter that is wrong
     * @throws Refusal if something is not percent-encoded as it should be
     */
    static ListingQuery parse(@Nullable String text, Function<OperationSpec, String> sources) {
        Map<String, List<String>> parameters = QueryText.parse(text);
        String search = search(parameters);
        OperationQuery query = OperationQuery.all();
        query = search == null ? query : query.withLimit(HITS);
        boolean schemas = false;
        boolean brief = false;
        for (Map.Entry<String, List<String>> parameter : parameters.entrySet()) {
            String value = parameter.getValue().getLast();
            if (value.isEmpty() && !FLAGS.contains(parameter.getKey())) {
                continue;
            }
            switch (parameter.getKey()) {
                case "search" -> {}
                case "text" -> query = query.withText(value);
                case "namespace" -> query = query.withNamespace(value);
                case "type" -> query = query.withType(type(value));
                case "tag" -> query = query.withTag(value);
                case "source" -> query = query.where(spec -> sources.apply(spec).equals(value));
                case "scope" -> query = query.where(spec -> asksFor(value, spec.accessControl()));
                case "limit" -> query = query.withLimit(limit(value));
                case "cursor" -> query = query.withCursor(ListingCursor.read(value));
                case "schemas" -> schemas = flag("schemas", value);
                case "brief" -> brief = flag("brief", value);
                default ->
                        throw invalid(
                                "there is no parameter \""
                                        + parameter.getKey()
                                        + "\"; supported: search, text, namespace, type, tag,"
                                        + " source, scope, limit, cursor, schemas and brief");
            }
        }
        return new ListingQuery(query, search, schemas, brief);
    }

    /** Whether one of its scopes is needed; {@code none} for what is open to everybody. */
    private static boolean asksFor(String scope, AccessControl access) {
        return scope.equals(NO_SCOPE)
                ? access.isPublic()
                : access.requiredScopes().contains(scope)
                        || access.requiredScopesAny().contains(scope);
    }

    private static @Nullable String search(Map<String, List<String>> parameters) {
        List<String> values = parameters.getOrDefault("search", List.of(""));
        return values.getLast().isBlank() ? null : values.getLast();
    }

    private static OperationType type(String value) {
        try {
            return OperationType.parse(value);
        } catch (IllegalArgumentException e) {
            throw invalid(String.valueOf(e.getMessage()));
        }
    }

    private static int limit(String value) {
        int limit = value.matches("\\d{1,5}") ? Integer.parseInt(value) : 0;
        if (limit >= 1 && limit <= MAX_LIMIT) {
            return limit;
        }
        throw invalid("limit should be from 1 to " + MAX_LIMIT + " but is \"" + value + "\"");
    }

    private static CallException invalid(String message) {
        return new CallException(ErrorCode.VALIDATION_ERROR, message);
    }

    /** Whether it is where the list begins. */
    boolean isFirstPage() {
        return operations.cursor() == null;
    }

    private static boolean flag(String name, String value) {
        return switch (value) {
            case "", "true" -> true;
            case "false" -> false;
            default -> throw invalid(name + " should be true or false but is \"" + value + "\"");
        };
    }
}
