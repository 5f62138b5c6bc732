package dev.alkdev.operations.web;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which web pages may use a server from a browser: the CORS rule of every gateway. A browser names
 * the origin of the page; other clients name none. Scheme and host are compared without regard to
 * case, and a port that is the scheme's own need not be written. Immutable; threads may share it.
 *
 * @param any whether pages of all origins may
 * @param origins those besides the server's own
 */
public record AllowedOrigins(boolean any, Set<Origin> origins) {
    public AllowedOrigins {
        origins = Set.copyOf(origins);
    }

    /**
     * The pages of the server itself, and of these origins.
     *
     * @param origins as in {@code https://app.example} or {@code http://localhost:5173}
     * @throws IllegalArgumentException if one is no origin
     */
    public static AllowedOrigins of(String... origins) {
        return new AllowedOrigins(
                false,
                Stream.of(origins)
                        .map(AllowedOrigins::checked)
                        .collect(Collectors.toUnmodifiableSet()));
    }

    /** All pages. Safe only where nothing is granted by cookie or network. */
    public static AllowedOrigins anywhere() {
        return new AllowedOrigins(true, Set.of());
    }

    /** Whether pages of another origin than the server's own may use it. */
    public boolean allows(String origin) {
        Origin named = any ? null : parse(origin);
        return any || (named != null && origins.contains(named));
    }

    /**
     * Whether an origin is the server's own. By host and port only: a proxy in front may have taken
     * the TLS off.
     *
     * @param host the header {@code Host}; null if there is none
     */
    public static boolean isOwn(String origin, @Nullable String host) {
        try {
            return host != null && host.equalsIgnoreCase(URI.create(origin).getRawAuthority());
        } catch (IllegalArgumentException noAddress) {
            return false;
        }
    }

    private static Origin checked(String origin) {
        Origin parsed = parse(origin);
        if (parsed == null) {
            throw new IllegalArgumentException(
                    "an origin should be as https://app.example or http://localhost:5173 but is \""
                            + origin
                            + "\"");
        }
        return parsed;
    }

    /** The origin, or null if the text has anything more or less. */
    private static @Nullable Origin parse(String origin) {
        try {
            URI uri = URI.create(origin);
            boolean nothingMore = origin.equals(uri.getScheme() + "://" + uri.getRawAuthority());
            return Origin.isWeb(uri) && nothingMore && uri.getRawUserInfo() == null
                    ? Origin.of(uri)
                    : null;
        } catch (IllegalArgumentException noAddress) {
            return null;
        }
    }
}
