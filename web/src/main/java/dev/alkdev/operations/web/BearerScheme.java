package dev.alkdev.operations.web;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Bearer tokens in headers: RFC 6750, the same for every gateway. */
public final class BearerScheme {
    private static final String PREFIX = "bearer ";
    private static final String SCOPES = "[\\x21\\x23-\\x5B\\x5D-\\x7E ]+";

    private BearerScheme() {}

    /**
     * The token of a header {@code Authorization: Bearer …}.
     *
     * @param authorization null if there is no such header
     */
    public static Optional<String> token(@Nullable String authorization) {
        return authorization != null && authorization.toLowerCase(Locale.ROOT).startsWith(PREFIX)
                ? Optional.of(authorization.substring(PREFIX.length()).trim())
                : Optional.empty();
    }

    /**
     * The value of {@code WWW-Authenticate} for a token that was understood but is not enough
     * (status 403).
     *
     * @param challenge the usual one, as {@code Bearer realm="operations"}
     * @param scopes those that would be enough; empty if scopes are not what is missing
     */
    public static String insufficientScope(String challenge, Collection<String> scopes) {
        String separator = challenge.contains("=") ? ", " : " ";
        String error = challenge + separator + "error=\"insufficient_scope\"";
        String all = String.join(" ", scopes);
        return all.matches(SCOPES) ? error + ", scope=\"" + all + "\"" : error;
    }
}
