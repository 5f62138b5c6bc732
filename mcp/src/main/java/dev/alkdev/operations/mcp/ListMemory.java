package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

/** The part of the memory for lists that one server takes. Threads may share it. */
final class ListMemory implements AutoCloseable {
    private final Mutex lock = new Mutex();
    private long held;
    private boolean closed;

    /**
     * Takes memory for lists that replace the current ones.
     *
     * @throws CallException if the lists of all servers leave no room
     */
    void replace(long weight) {
        try (Registration hold = lock.hold()) {
            if (closed) {
                return;
            }
            ServerMemory.LISTS.release(held);
            if (ServerMemory.LISTS.poll(weight)) {
                held = weight;
                return;
            }
            // The lists of before stay in use.
            ServerMemory.LISTS.force(held);
        }
        throw new CallException(
                ErrorCode.UNAVAILABLE,
                "there is no memory left for the lists of the MCP server: all servers together may"
                        + " take "
                        + ServerMemory.LISTS.limit() / 1024
                        + " KiB of the heap");
    }

    @Override
    public void close() {
        try (Registration hold = lock.hold()) {
            closed = true;
            ServerMemory.LISTS.release(held);
            held = 0;
        }
    }
}
