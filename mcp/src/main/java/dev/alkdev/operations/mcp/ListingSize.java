package dev.alkdev.operations.mcp;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.concurrent.atomic.AtomicInteger;

/** Logs that a list has become larger than a model should be given. Threads may share it. */
final class ListingSize {
    private static final Logger LOG = LoggerFactory.getLogger(McpGateway.class);
    private static final int MANY = 40;
    private static final int LARGE = 64 * 1024;

    private final @Nullable String namespace;
    private final AtomicInteger logged = new AtomicInteger(-1);

    ListingSize(@Nullable String namespace) {
        this.namespace = namespace;
    }

    /** A list was sent. */
    void seen(int tools, int bytes) {
        int magnitude = tools > MANY || bytes > LARGE ? magnitude(tools, bytes) : -1;
        if (logged.getAndSet(magnitude) != magnitude && magnitude >= 0) {
            LOG.info(
                    "/mcp{} lists {} tools in {} KiB, which most clients put into the context of"
                            + " their model. Clients that need only some of them can use{}"
                            + " /mcp/search, and scopes and filters make the list shorter.",
                    namespace == null ? "" : "/" + namespace,
                    tools,
                    bytes / 1024,
                    namespace == null ? " /mcp/{namespace} or" : "");
        }
    }

    private static int magnitude(int tools, int bytes) {
        return (int) Math.log10(Math.max(1.0, Math.max(1.0 * tools / MANY, 1.0 * bytes / LARGE)));
    }
}
