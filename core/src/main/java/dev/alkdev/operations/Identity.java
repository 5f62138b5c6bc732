package dev.alkdev.operations;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;

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
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Identity(
        @JsonProperty("id") String id,
        @JsonProperty("scopes") Set<String> scopes,
        @JsonProperty("resources") Map<String, Set<String>> resources) {

    public Identity {
        if (id.isBlank()) {
            throw new IllegalArgumentException("an identity needs an id");
        }
        scopes = Set.copyOf(scopes);
        Map<String, Set<String>> copy = new LinkedHashMap<>();
        resources.forEach((resource, actions) -> copy.put(resource, Set.copyOf(actions)));
        resources = Map.copyOf(copy);
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
        return new Identity(id, scopes, more);
    }

    /** Whether any resource of this type grants the action. */
    boolean mayWithAny(String resourceType, String action) {
        String prefix = resourceType + ":";
        return resources.entrySet().stream()
                .filter(resource -> resource.getKey().startsWith(prefix))
                .anyMatch(resource -> resource.getValue().contains(action));
    }
}
