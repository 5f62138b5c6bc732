package dev.alkdev.operations.http;

import java.util.Locale;

/** Whether a program wants to be sent requests. */
public enum Readiness {
    /** Not yet. */
    STARTING,
    /** Yes. */
    READY,
    /** Yes, but something does not work that a person should look at. */
    DEGRADED,
    /** Not any longer: what runs is finished, then it ends. */
    DRAINING;

    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
