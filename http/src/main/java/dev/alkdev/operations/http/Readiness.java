package dev.alkdev.operations.http;

import java.util.Locale;

/** Whether a program wants to be sent requests. */
public enum Readiness {
    /** Not yet. */
    STARTING,
    /** Yes. */
    READY,
    /** Not any longer: what runs is finished, then it ends. */
    DRAINING;

    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
