package dev.alkdev.operations.config;

import dev.alkdev.operations.schema.NearestName;

import java.util.Collection;

/** The message about a key that does not exist. Threads may share it. */
public final class UnknownKey {
    private UnknownKey() {}

    /**
     * Names the key and the nearest existing one, or all of them if no key is near.
     *
     * @param existing in the order of the message
     */
    public static String message(String key, Collection<String> existing) {
        String advice =
                NearestName.of(key, existing)
                        .map(nearest -> "did you mean '" + nearest + "'?")
                        .orElseGet(() -> all(existing));
        return "unknown key '" + SafeText.shortened(key) + "'; " + advice;
    }

    private static String all(Collection<String> existing) {
        return existing.isEmpty()
                ? "no keys are allowed here"
                : "known here are " + String.join(", ", existing);
    }
}
