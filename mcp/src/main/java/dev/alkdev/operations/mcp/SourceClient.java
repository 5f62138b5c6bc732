package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;

/** The client that a source has at the moment. Threads may share it. */
final class SourceClient {
    private final Mutex lock = new Mutex();
    private final String name;
    private final Consumer<String> unreachable;
    private volatile @Nullable McpClient client;
    private volatile String reason = "it was not connected yet";

    /**
     * @param unreachable called when a call could not reach the server
     */
    SourceClient(String name, Consumer<String> unreachable) {
        this.name = name;
        this.unreachable = unreachable;
    }

    void set(McpClient connected) {
        client = connected;
    }

    /** There is none for now. */
    void clear(String why) {
        reason = why;
        client = null;
    }

    /** There is none for now, if it was this one; false if there is another already. */
    boolean clear(McpClient gone, String why) {
        try (Registration held = lock.hold()) {
            if (!gone.equals(client)) {
                return false;
            }
            clear(why);
            return true;
        }
    }

    @Nullable McpClient orNull() {
        return client;
    }

    /**
     * The client.
     *
     * @throws CallException {@code UNAVAILABLE} if there is none
     */
    McpClient get() {
        McpClient now = client;
        if (now == null) {
            throw new CallException(
                    ErrorCode.UNAVAILABLE,
                    "the MCP server " + name + " is not available: " + reason);
        }
        return now;
    }

    /** Notes why a call failed, if the server is to blame. */
    RuntimeException failed(RuntimeException failure) {
        if (failure instanceof CallException call
                && call.code().equals(ErrorCode.UNAVAILABLE)
                && call.getMessage().endsWith("cannot be reached")) {
            unreachable.accept(call.getMessage());
        }
        return failure;
    }
}
