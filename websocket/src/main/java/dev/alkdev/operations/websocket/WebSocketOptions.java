package dev.alkdev.operations.websocket;

import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Durations;
import dev.alkdev.operations.protocol.CallEventCodec;

import java.time.Duration;

/**
 * What one side of a link over WebSocket allows, the same for clients and servers.
 *
 * @param maxEventSize in characters of JSON; a larger one is answered with {@code VALIDATION_ERROR}
 * @param closeTimeout how long closing waits for the peer's goodbye
 * @param budget bounds the bytes of unfinished messages and of events that wait to be sent, over
 *     all links that share it
 */
public record WebSocketOptions(
        int maxEventSize,
        SendOptions sending,
        KeepAliveOptions keepAlive,
        Duration closeTimeout,
        ByteBudget budget) {
    private static final WebSocketOptions DEFAULTS =
            new WebSocketOptions(
                    CallEventCodec.DEFAULT_LIMIT,
                    SendOptions.defaults(),
                    KeepAliveOptions.defaults(),
                    Duration.ofSeconds(2),
                    ByteBudget.unlimited());

    public WebSocketOptions {
        if (maxEventSize < 1_000) {
            throw new IllegalArgumentException(
                    "maxEventSize should be at least 1000 but is " + maxEventSize);
        }
        Durations.requirePositive("closeTimeout", closeTimeout);
    }

    /** 4 MiB an event, 2 s to close, and the defaults of the parts. */
    public static WebSocketOptions defaults() {
        return DEFAULTS;
    }

    public WebSocketOptions withMaxEventSize(int maxEventSize) {
        return new WebSocketOptions(maxEventSize, sending, keepAlive, closeTimeout, budget);
    }

    public WebSocketOptions withSending(SendOptions sending) {
        return new WebSocketOptions(maxEventSize, sending, keepAlive, closeTimeout, budget);
    }

    public WebSocketOptions withKeepAlive(KeepAliveOptions keepAlive) {
        return new WebSocketOptions(maxEventSize, sending, keepAlive, closeTimeout, budget);
    }

    public WebSocketOptions withCloseTimeout(Duration closeTimeout) {
        return new WebSocketOptions(maxEventSize, sending, keepAlive, closeTimeout, budget);
    }

    public WebSocketOptions withBudget(ByteBudget budget) {
        return new WebSocketOptions(maxEventSize, sending, keepAlive, closeTimeout, budget);
    }
}
