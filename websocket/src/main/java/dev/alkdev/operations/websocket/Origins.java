package dev.alkdev.operations.websocket;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which web pages may open links. Browsers name the page's origin; other clients name none and are
 * let through.
 */
record Origins(boolean all, Set<String> allowed) {

    static Origins same() {
        return new Origins(false, Set.of());
    }

    static Origins sameAnd(String... allowed) {
        return new Origins(
                false,
                Stream.of(allowed)
                        .map(origin -> origin.toLowerCase(Locale.ROOT))
                        .collect(Collectors.toUnmodifiableSet()));
    }

    static Origins any() {
        return new Origins(true, Set.of());
    }

    /** The refusal of an attempt, if its origin demands one. */
    @Nullable Admission check(UpgradeAttempt attempt) {
        String origin = attempt.header("origin").orElse(null);
        if (all
                || origin == null
                || allowed.contains(origin.toLowerCase(Locale.ROOT))
                || isSame(origin, attempt)) {
            return null;
        }
        return Admission.forbidden("pages of " + origin + " may not connect");
    }

    private static boolean isSame(String origin, UpgradeAttempt attempt) {
        try {
            String page = URI.create(origin).getAuthority();
            return page != null && page.equalsIgnoreCase(attempt.header("host").orElse(""));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
