package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** Carries messages to a server and back. Threads may share it. */
interface Wire extends AutoCloseable {

    /** The longest message of a server: no more than a small heap has room for. */
    int LONGEST_MESSAGE = (int) Math.min(64L * 1024 * 1024, Runtime.getRuntime().maxMemory() / 32);

    /** Separates a failure from the error output of the server. */
    String ERROR_OUTPUT = "; its error output ends: ";

    /** Takes what a server sends. Threads may share it. */
    interface Receiver {
        /**
         * A message.
         *
         * @param origin the request with whose answer it came; null if that is not known
         */
        void received(JsonNode message, @Nullable PendingRequest origin);

        /** The connection is gone for good. */
        void lost(String reason);
    }

    /**
     * Sends a request. The answer goes to the receiver, a failure to the request itself.
     *
     * @return gives up the exchange
     * @throws CallException {@code UNAVAILABLE} if there is no connection
     */
    PendingRequest.Exchange send(PendingRequest request) throws InterruptedException;

    /** Sends a notification or an answer; whether it arrives is not known. */
    void tell(RpcMessage message) throws InterruptedException;

    /** A handshake begins: nothing is known of a version or session. */
    default void restart() {}

    /** The version that was agreed on. */
    default void agreed(McpVersion version) {}

    /** Begins to receive what a server of before 2026-07-28 sends of its own accord. */
    default void listen() {}

    /** Whether closing an exchange cancels it at the server. */
    default boolean cancelsByClosing(McpVersion version) {
        return false;
    }

    /** The session that the server assigned; null for none. */
    default @Nullable String session() {
        return null;
    }

    /** The last error output; null for none. */
    default @Nullable String errors() {
        return null;
    }

    /** What a person should know of it although it works; null for nothing. */
    default @Nullable String remark() {
        return null;
    }

    @Override
    void close();
}
