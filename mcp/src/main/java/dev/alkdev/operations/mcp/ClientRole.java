package dev.alkdev.operations.mcp;

import org.jspecify.annotations.Nullable;

/**
 * What a client does for others.
 *
 * @param passesOn whether questions of the server can be passed on to callers
 * @param node the hub that serves again what it lists; null if nobody does
 */
record ClientRole(boolean passesOn, @Nullable String node) {
    /** A client for itself. */
    static final ClientRole ALONE = new ClientRole(false, null);
}
