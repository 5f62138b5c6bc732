package dev.alkdev.operations.web;

/** Which redirects are followed. Credentials never go to another origin, whatever is chosen. */
public enum Redirects {
    /** None. */
    NEVER,
    /** Those to the same scheme, host and port: the default. */
    SAME_ORIGIN,
    /**
     * Also those of requests without body to another origin, with no header but {@code Accept}, and
     * never from https to http.
     */
    ANYWHERE
}
