package dev.alkdev.operations;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import dev.alkdev.operations.base.JsonFields;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What a caller needs to use an operation. Every part that is given must hold.
 *
 * <p>{@code resourceType} and {@code resourceAction} require the action on <em>some</em> resource
 * of the type: any entry {@code "type:…"} of {@link Identity#resources()} that grants the action
 * passes. Which resource a call is about is in its input, whose meaning only the handler knows; a
 * handler that works on one resource checks that one with {@link OperationContext#caller()}.
 *
 * @param requiredScopes all of them
 * @param requiredScopesAny at least one of them; empty requires none
 * @param resourceType given together with {@code resourceAction}
 * @param resourceAction given together with {@code resourceType}
 */
public record AccessControl(
        List<String> requiredScopes,
        List<String> requiredScopesAny,
        @Nullable String resourceType,
        @Nullable String resourceAction) {
    private static final Set<String> MEMBERS =
            Set.of("requiredScopes", "requiredScopesAny", "resourceType", "resourceAction");

    private static final AccessControl NONE = new AccessControl(List.of(), List.of(), null, null);

    public AccessControl {
        requiredScopes = List.copyOf(requiredScopes);
        requiredScopesAny = List.copyOf(requiredScopesAny);
        if ((resourceType == null) != (resourceAction == null)) {
            throw new IllegalArgumentException(
                    "resourceType and resourceAction are given together or not at all, but got "
                            + resourceType
                            + " and "
                            + resourceAction);
        }
    }

    /** Requires nothing: everybody may call. */
    public static AccessControl none() {
        return NONE;
    }

    /** Requires all of these scopes. */
    public static AccessControl requires(String... scopes) {
        return new AccessControl(List.of(scopes), List.of(), null, null);
    }

    public AccessControl withAnyOf(String... scopes) {
        return new AccessControl(requiredScopes, List.of(scopes), resourceType, resourceAction);
    }

    public AccessControl withResource(String type, String action) {
        return new AccessControl(requiredScopes, requiredScopesAny, type, action);
    }

    /**
     * Whether this caller has the scopes and resources. Use {@link OperationSpec#permits} for an
     * operation: an identity can also name the operations it may use.
     */
    public boolean permits(Caller caller) {
        return denial(caller).isEmpty();
    }

    /** Why this caller may not, or empty if they may, as in {@link #permits}. */
    public Optional<String> denial(Caller caller) {
        return switch (caller) {
            case Caller.Trusted trusted -> Optional.empty();
            case Caller.Anonymous anonymous ->
                    isPublic() ? Optional.empty() : Optional.of("the caller is not authenticated");
            case Caller.Authenticated(Identity identity) -> denial(identity);
        };
    }

    private Optional<String> denial(Identity identity) {
        for (String scope : requiredScopes) {
            if (!identity.scopes().contains(scope)) {
                return Optional.of("scope " + scope + " is missing");
            }
        }
        if (!requiredScopesAny.isEmpty()
                && requiredScopesAny.stream().noneMatch(identity.scopes()::contains)) {
            return Optional.of("one of the scopes " + requiredScopesAny + " is missing");
        }
        if (resourceType != null
                && resourceAction != null
                && !identity.mayWithAny(resourceType, resourceAction)) {
            return Optional.of("no " + resourceType + " grants " + resourceAction);
        }
        return Optional.empty();
    }

    /** Whether everybody may call. */
    public boolean isPublic() {
        return requiredScopes.isEmpty() && requiredScopesAny.isEmpty() && resourceType == null;
    }

    /** Whether every caller that these rules permit is permitted by the other rules, too. */
    public boolean requiresAtLeast(AccessControl other) {
        boolean oneOf =
                other.requiredScopesAny.isEmpty()
                        || other.requiredScopesAny.stream().anyMatch(requiredScopes::contains)
                        || (!requiredScopesAny.isEmpty()
                                && other.requiredScopesAny.containsAll(requiredScopesAny));
        boolean resource =
                other.resourceType == null
                        || (other.resourceType.equals(resourceType)
                                && Objects.equals(other.resourceAction, resourceAction));
        return oneOf && resource && other.requiredScopes.stream().allMatch(this::requires);
    }

    private boolean requires(String scope) {
        return requiredScopes.contains(scope) || requiredScopesAny.equals(List.of(scope));
    }

    /** The JSON form. */
    @JsonValue
    public JsonNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("requiredScopes", texts(requiredScopes));
        if (!requiredScopesAny.isEmpty()) {
            json.set("requiredScopesAny", texts(requiredScopesAny));
        }
        if (resourceType != null) {
            json.put("resourceType", resourceType).put("resourceAction", resourceAction);
        }
        return json;
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static AccessControl fromJson(JsonNode json) {
        return fromJson(JsonFields.of("access control", json));
    }

    /** A rule that is not known here may restrict access, so it is not ignored. */
    static AccessControl fromJson(JsonFields fields) {
        for (Map.Entry<String, JsonNode> member : fields.entries()) {
            if (!MEMBERS.contains(member.getKey())) {
                throw fields.wrong(member.getKey(), "absent, since no such rule is known,");
            }
        }
        return new AccessControl(
                fields.texts("requiredScopes"),
                fields.texts("requiredScopesAny"),
                fields.optionalText("resourceType"),
                fields.optionalText("resourceAction"));
    }

    static ArrayNode texts(List<String> texts) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode(texts.size());
        texts.forEach(array::add);
        return array;
    }
}
