package dev.alkdev.operations.http;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.web.Challenge;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What {@code WWW-Authenticate} says to callers who may not, the same for every gateway. */
public final class Challenges {
    /** The header of a challenge. */
    public static final String HEADER = "WWW-Authenticate";

    private Challenges() {}

    /**
     * The challenge for a call that was denied: for a caller nobody knows (status 401) the usual
     * one, otherwise (status 403) one with all the scopes that the call needs, so that a client has
     * to ask for more only once.
     *
     * @param usual as {@link RequestAuthenticator#challenge} gives it
     * @param spec of what was called; null if that is not known
     */
    public static Challenge denied(Challenge usual, @Nullable OperationSpec spec, Caller caller) {
        if (!usual.isBearer() || !(caller instanceof Caller.Authenticated(Identity identity))) {
            return usual;
        }
        List<String> needed =
                spec == null ? List.of() : needed(spec.accessControl(), identity.scopes());
        // More scopes would not help a caller who has them all.
        return usual.insufficientScope(identity.scopes().containsAll(needed) ? List.of() : needed);
    }

    private static List<String> needed(AccessControl access, Set<String> granted) {
        List<String> needed = new ArrayList<>(access.requiredScopes());
        List<String> any = access.requiredScopesAny();
        if (!any.isEmpty()) {
            needed.add(any.stream().filter(granted::contains).findFirst().orElse(any.getFirst()));
        }
        return needed;
    }
}
