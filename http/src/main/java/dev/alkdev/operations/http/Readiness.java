package dev.alkdev.operations.http;

/** Whether the server accepts traffic. */
public enum Readiness {
    /** Not yet. */
    STARTING,
    /** Yes. */
    READY,
    /** It accepts traffic, but something does not work and needs attention. */
    DEGRADED,
    /** Not any longer: what runs is finished, then it ends. */
    DRAINING
}
