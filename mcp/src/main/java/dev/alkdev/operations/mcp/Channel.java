package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.time.Duration;

/** The way back to the client of one request, until it is answered. Threads may share it. */
interface Channel {
    /**
     * Sends a message that belongs to the request, before its answer.
     *
     * @throws CallException {@code UNAVAILABLE} if it cannot be sent
     */
    void send(RpcMessage message);

    /**
     * Sends the response of a request whose handler still runs after its deadline. The request then
     * ends with {@link Answer.Sent}.
     */
    void sendEarly(RpcMessage.Result response) throws IOException;

    /**
     * Begins a call in the name of the client.
     *
     * @param timeout of the request unless it gives one; null for the default of the gateway
     */
    CallBuilder call(@Nullable Duration timeout);

    /** Runs an action if the client breaks off the request by closing its connection. */
    default Registration onGone(Runnable action) {
        return () -> {};
    }

    /**
     * Checks the headers about the arguments of a tool.
     *
     * @throws McpException if it differs from what they are
     */
    default void check(Tool tool, JsonNode arguments) {}
}
