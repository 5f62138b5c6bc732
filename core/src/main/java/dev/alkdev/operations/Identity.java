package dev.alkdev.operations;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;

import org.jspecify.annotations.Nullable;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who an authenticated caller is and what they were granted. It comes from authentication, never
 * from what a peer writes about itself.
 *
 * @param id the name of the user, service or key
 * @param scopes what they may do in general
 * @param resources what they may do with single things: {@code "type:id"} to actions
 * @param operations patterns of the operations that this caller may use if the scopes allow it;
 *     null for all operations, empty for none. See {@link #reaches}
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Identity(
        @JsonProperty("id") String id,
        @JsonProperty("scopes") Set<String> scopes,
        @JsonProperty("resources") Map<String, Set<String>> resources,
        @JsonProperty("operations") @JsonInclude(JsonInclude.Include.NON_NULL)
                @Nullable Set<String> operations) {

    @JsonCreator
    public Identity {
        if (id.isBlank()) {
            throw new IllegalArgumentException("an identity needs an id");
        }
        scopes = Set.copyOf(scopes);
        Map<String, Set<String>> copy = new LinkedHashMap<>();
        resources.forEach((resource, actions) -> copy.put(resource, Set.copyOf(actions)));
        resources = Map.copyOf(copy);
        operations = operations == null ? null : OperationPatterns.checked(operations);
    }

    /** An identity that may use every operation that its scopes and resources allow. */
    public Identity(String id, Set<String> scopes, Map<String, Set<String>> resources) {
        this(id, scopes, resources, null);
    }

    /** An identity without resources. */
    public static Identity of(String id, String... scopes) {
        return new Identity(id, Set.copyOf(List.of(scopes)), Map.of());
    }

    /** The same identity that may also do this with one thing, as in {@code "project:42"}. */
    public Identity withResource(String resource, String... actions) {
        Map<String, Set<String>> more = new LinkedHashMap<>(resources);
        Set<String> all = new HashSet<>(List.of(actions));
        all.addAll(resources.getOrDefault(resource, Set.of()));
        more.put(resource, all);
        return new Identity(id, scopes, more, operations);
    }

    /**
     * The same identity, but only for operations that match one of these patterns, which replace
     * earlier ones.
     *
     * @throws IllegalArgumentException if a pattern is blank
     */
    public Identity onlyOperations(String... patterns) {
        return new Identity(id, scopes, resources, Set.copyOf(List.of(patterns)));
    }

    /**
     * Whether the patterns of this identity match an operation. A pattern with a dot, such as
     * {@code files.get_*}, matches the id; a pattern without a dot, such as {@code get_*}, matches
     * the name in every namespace.
     */
    public boolean reaches(String operationId) {
        return operations == null || OperationPatterns.match(operations, operationId);
    }

    /** The same identity, which may use one more operation if it is limited to some. */
    Identity alsoReaching(String operationId) {
        if (operations == null || reaches(operationId)) {
            return this;
        }
        Set<String> more = new HashSet<>(operations);
        more.add(operationId);
        return new Identity(id, scopes, resources, more);
    }

    /**
     * Whether the patterns of this identity match every possible operation of a namespace: {@code
     * files.*} or {@code *} for {@code files}.
     */
    public boolean reachesAllOf(String namespace) {
        return operations == null || OperationPatterns.matchAllOf(operations, namespace);
    }

    /** Whether any resource of this type grants the action. */
    boolean mayWithAny(String resourceType, String action) {
        String prefix = resourceType + ":";
        return resources.entrySet().stream()
                .filter(resource -> resource.getKey().startsWith(prefix))
                .anyMatch(resource -> resource.getValue().contains(action));
    }
}
