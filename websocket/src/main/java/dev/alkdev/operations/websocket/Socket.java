package dev.alkdev.operations.websocket;

import java.time.Duration;

/** A WebSocket that was accepted, whatever server accepted it. */
interface Socket {
    /** What writes to it. */
    Wire wire();

    /** Listens for an end before {@link #begin}. */
    void onEarlyEnd(Runnable listener);

    /** Closes it if nothing is received for so long; zero for never. */
    void idleTimeout(Duration timeout);

    /** Begins to read: from now on everything that is received goes to the connection. */
    void begin(Connection connection);

    /** Closes it, before {@link #begin}. */
    void refuse(int code, String reason);
}
