package dev.alkdev.operations.hub;

import java.util.Locale;

/** A way in which a hub serves its operations. */
public enum Gateway {
    /** REST, server-sent events, health and the OpenAPI document. */
    REST,
    /** Links over WebSocket. */
    LINK,
    /** Measurements for Prometheus. */
    METRICS;

    static Gateway named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
