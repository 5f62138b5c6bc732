package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.Backoff;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.mcp.ClientSession.Sent;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Semaphore;

/**
 * Keeps {@code subscriptions/listen} open at a server since 2026-07-28: for changes of its lists,
 * and of the resources that somebody watches. Threads may share it.
 */
final class ChangeStream implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ChangeStream.class);
    private static final Backoff BACKOFF =
            new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30));

    private final ClientSession session;
    private final ServerDescription server;
    private final ResourceWatches watches;
    private final Thread thread;
    private final Semaphore wake = new Semaphore(0);
    private volatile @Nullable PendingRequest open;
    private volatile boolean again;
    private volatile boolean closed;

    ChangeStream(ClientSession session, ServerDescription server, ResourceWatches watches) {
        this.session = session;
        this.server = server;
        this.watches = watches;
        this.thread = Thread.ofVirtual().name("operations-mcp subscriptions").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Other resources are watched now. */
    void changed() {
        again = true;
        wake.release();
        PendingRequest now = open;
        if (now != null) {
            now.fail(new McpException(McpErrorCode.INTERNAL_ERROR, "other resources are watched"));
        }
    }

    private void run() {
        int failures = 0;
        try {
            while (!closed) {
                again = false;
                ObjectNode wanted = wanted();
                if (wanted.isEmpty()) {
                    wake.acquire();
                    continue;
                }
                failures = listen(wanted) ? 0 : failures + 1;
                if (failures > 0) {
                    TimeSource.system().sleep(BACKOFF.after(failures));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.debug("The server does not send change notifications", e);
        }
    }

    /** True if there is nothing to wait for before the next attempt. */
    private boolean listen(ObjectNode wanted) throws InterruptedException {
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        params.set("notifications", wanted);
        Sent sent = Sent.of("subscriptions/listen", params);
        PendingRequest request = session.begin(sent, sent.call());
        open = request;
        try {
            if (!again) {
                request.await(null, null);
            }
            return again;
        } catch (McpException e) {
            if (!again && e.code() == McpErrorCode.METHOD_NOT_FOUND) {
                throw e;
            }
            request.suspend(e);
            session.cancel(request, e);
            return again;
        } catch (RuntimeException e) {
            LOG.debug("The stream of changes was lost", e);
            return false;
        } finally {
            open = null;
            session.finish(request);
        }
    }

    private ObjectNode wanted() {
        ObjectNode wanted = JsonNodeFactory.instance.objectNode();
        for (String list : Set.of("tools", "prompts", "resources")) {
            if (server.has(list, "listChanged")) {
                wanted.put(list + "ListChanged", true);
            }
        }
        Set<String> uris = watches.uris();
        if (!uris.isEmpty()) {
            uris.forEach(wanted.putArray("resourceSubscriptions")::add);
        }
        return wanted;
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
