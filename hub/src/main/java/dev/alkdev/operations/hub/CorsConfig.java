package dev.alkdev.operations.hub;

import java.util.List;

/**
 * The other origins whose pages may call a hub from a browser; none by default. Immutable; threads
 * may share it.
 */
public record CorsConfig(List<String> origins) {
    private static final CorsConfig NONE = new CorsConfig(List.of());

    public CorsConfig {
        origins = List.copyOf(origins);
    }

    public static CorsConfig none() {
        return NONE;
    }

    public boolean isOff() {
        return origins.isEmpty();
    }
}
