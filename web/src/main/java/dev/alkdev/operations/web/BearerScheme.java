package dev.alkdev.operations.web;

import org.jspecify.annotations.Nullable;

import java.util.Locale;
import java.util.Optional;

/** Bearer tokens in headers: RFC 6750, the same for every gateway. */
public final class BearerScheme {
    private static final String PREFIX = "bearer ";

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
}
