package dev.alkdev.operations.web;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How to authenticate: one value of the header {@code WWW-Authenticate} (RFC 9110, RFC 6750), the
 * same for every gateway. Immutable; threads may share it.
 *
 * @param scheme as {@code Bearer}
 * @param parameters by name, in their order
 */
public record Challenge(String scheme, Map<String, String> parameters) {
    /** The header of a challenge. */
    public static final String HEADER = "WWW-Authenticate";

    private static final String SCOPE = "scope";
    private static final String ERROR = "error";
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    /** What RFC 6750 allows in a scope; also what a quoted text holds without escapes. */
    private static final Pattern SCOPE_TOKEN = Pattern.compile("[\\x21\\x23-\\x5B\\x5D-\\x7E]+");

    private static final Pattern UNQUOTABLE =
            Pattern.compile("[^\\x20\\x21\\x23-\\x5B\\x5D-\\x7E]");

    /** A token to stay signed in is between client and authorization server. */
    private static final String OFFLINE = "offline_access";

    /**
     * A challenge.
     *
     * @throws IllegalArgumentException if no header can carry a name
     */
    public Challenge {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        for (String name : List.of(scheme, String.join("", parameters.keySet()) + "x")) {
            if (!TOKEN.matcher(name).matches()) {
                throw new IllegalArgumentException("no header can carry the name " + name);
            }
        }
    }

    /** Asks for a bearer token. */
    public static Challenge bearer() {
        return of("Bearer");
    }

    public static Challenge of(String scheme) {
        return new Challenge(scheme, Map.of());
    }

    /** With one more parameter, or another value of it; what cannot be quoted becomes a space. */
    public Challenge with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(parameters);
        more.put(name, UNQUOTABLE.matcher(value).replaceAll(" "));
        return new Challenge(scheme, more);
    }

    /** With the scopes to ask for, instead of others; without any if there are none to name. */
    public Challenge withScopes(Collection<String> scopes) {
        String all =
                scopes.stream()
                        .filter(scope -> SCOPE_TOKEN.matcher(scope).matches())
                        .filter(scope -> !scope.equals(OFFLINE))
                        .distinct()
                        .collect(Collectors.joining(" "));
        Map<String, String> fewer = new LinkedHashMap<>(parameters);
        fewer.remove(SCOPE);
        Challenge without = new Challenge(scheme, fewer);
        return all.isEmpty() ? without : without.with(SCOPE, all);
    }

    /** For a token that is not accepted (status 401). */
    public Challenge invalidToken() {
        return with(ERROR, "invalid_token");
    }

    /**
     * For a token that was understood but is not enough (status 403). Other schemes than {@code
     * Bearer} have no such thing.
     *
     * @param scopes those that would be enough; empty if scopes are not what is missing
     */
    public Challenge insufficientScope(Collection<String> scopes) {
        return withScopes(List.of()).with(ERROR, "insufficient_scope").withScopes(scopes);
    }

    public boolean isBearer() {
        return scheme.equalsIgnoreCase("Bearer");
    }

    /** As the header has it. */
    public String text() {
        return parameters.isEmpty()
                ? scheme
                : parameters.entrySet().stream()
                        .map(each -> each.getKey() + "=\"" + each.getValue() + "\"")
                        .collect(Collectors.joining(", ", scheme + " ", ""));
    }
}
