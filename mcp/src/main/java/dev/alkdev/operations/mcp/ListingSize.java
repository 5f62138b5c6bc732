package dev.alkdev.operations.mcp;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.concurrent.atomic.AtomicInteger;

/** Logs that a list has become larger than a model should be given. Threads may share it. */
final class ListingSize {
    private static final Logger LOG = LoggerFactory.getLogger(McpGateway.class);
    private static final int MANY = 40;
    private static final int LARGE = 64 * 1024;

    private final Place at;
    private final AtomicInteger logged = new AtomicInteger(-1);
    private final AtomicInteger leftOut = new AtomicInteger();

    ListingSize(Place at) {
        this.at = at;
    }

    /**
     * A list was sent.
     *
     * @param withoutOutput how many of the tools have an output schema that is too long to be
     *     listed
     */
    void seen(int tools, int bytes, int withoutOutput) {
        if (isMore(leftOut, withoutOutput)) {
            LOG.info(
                    "/mcp{} lists {} of {} tools without their output schema, since it is longer"
                            + " than maxOutputSchema. Their results are typed all the same.",
                    place(),
                    withoutOutput,
                    tools);
        }
        int magnitude = tools > MANY || bytes > LARGE ? magnitude(tools, bytes) : -1;
        if (isMore(logged, magnitude)) {
            LOG.info(
                    "/mcp{} lists {} tools in {} KiB, which most clients put into the context of"
                            + " their model. Clients that need only some of them can use{}"
                            + " /mcp/search, and scopes and filters make the list shorter.",
                    place(),
                    tools,
                    bytes / 1024,
                    at.namespaces().isEmpty() ? " /mcp/{namespace} or" : "");
        }
    }

    /** Callers of different rights see different lists: only the largest so far is news. */
    private static boolean isMore(AtomicInteger most, int now) {
        return most.getAndAccumulate(now, Math::max) < now;
    }

    private String place() {
        return at.namespaces().isEmpty() ? "" : "/" + String.join(",", at.namespaces());
    }

    private static int magnitude(int tools, int bytes) {
        return (int) Math.log10(Math.max(1.0, Math.max(1.0 * tools / MANY, 1.0 * bytes / LARGE)));
    }
}
