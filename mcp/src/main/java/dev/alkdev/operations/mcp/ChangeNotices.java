package dev.alkdev.operations.mcp;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Notifies clients of changes. Those that come together are told once: a source that is read again
 * changes hundreds of operations. Threads may share it.
 */
final class ChangeNotices implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(McpGateway.class);
    private static final Duration TOGETHER = Duration.ofMillis(100);

    private final OperationRegistry registry;
    private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();
    private final AtomicLong version = new AtomicLong();
    private final AtomicBoolean tools = new AtomicBoolean();
    private final AtomicBoolean directory = new AtomicBoolean();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final Mutex telling = new Mutex();
    private final List<Registration> watching;

    ChangeNotices(OperationRegistry registry, @Nullable McpDirectory directory) {
        this.registry = registry;
        Registration operations =
                registry.onChange(
                        change -> {
                            version.incrementAndGet();
                            changed(tools);
                        });
        this.watching =
                directory == null
                        ? List.of(operations)
                        : List.of(
                                operations,
                                directory.onChange(namespace -> changed(this.directory)));
    }

    /** Counts the changes of the registry. */
    long version() {
        return version.get();
    }

    /** Notifies a listener of changes until the registration is closed. */
    Registration add(Listener listener) {
        try (Registration held = telling.hold()) {
            listeners.add(listener);
            // What changed since it was made was told to nobody on its behalf.
            tell(listener, true, true);
        }
        return () -> {
            if (listeners.remove(listener)) {
                listener.close();
            }
        };
    }

    /** A resource that a session watches has changed. */
    void updated(String session, String uri) {
        for (Listener listener : listeners) {
            if (session.equals(listener.client().session())) {
                listener.updated(uri);
            }
        }
    }

    /** A person is done with a URL that a session was asked to open. */
    void elicitationCompleted(String session, String id) {
        for (Listener listener : listeners) {
            if (session.equals(listener.client().session())) {
                listener.elicitationCompleted(id);
            }
        }
    }

    private void changed(AtomicBoolean what) {
        what.set(true);
        if (!listeners.isEmpty() && scheduled.compareAndSet(false, true)) {
            registry.time()
                    .schedule(
                            TOGETHER,
                            () ->
                                    Thread.ofVirtual()
                                            .name("operations-mcp-changes")
                                            .start(this::tell));
        }
    }

    private void tell() {
        try (Registration held = telling.hold()) {
            scheduled.set(false);
            boolean toolsChanged = tools.getAndSet(false);
            boolean directoryChanged = directory.getAndSet(false);
            for (Listener listener : listeners) {
                tell(listener, toolsChanged, directoryChanged);
            }
        }
    }

    private static void tell(Listener listener, boolean tools, boolean directory) {
        try {
            if (tools) {
                listener.refreshTools();
            }
            if (directory) {
                listener.refreshDirectory();
            }
        } catch (RuntimeException e) {
            LOG.warn("Could not notify an MCP client of a change", e);
        }
    }

    int size() {
        return listeners.size();
    }

    @Override
    public void close() {
        watching.forEach(Registration::close);
        listeners.forEach(Listener::close);
        listeners.clear();
    }
}
