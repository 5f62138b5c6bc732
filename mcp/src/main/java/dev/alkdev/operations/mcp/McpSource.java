package dev.alkdev.operations.mcp;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Brings the tools of an MCP server in as operations. If the server is lost it connects again, with
 * back-off and for ever; meanwhile the operations stay and fail with {@code UNAVAILABLE}. Threads
 * may share it.
 *
 * <pre>{@code
 * McpSource files = McpSource.of("files", McpServerOptions.command("npx", "-y", "@modelcontextprotocol/server-filesystem", "/data").build());
 * files.start(registry);
 * registry.execute(Call.of("files.read_text_file", Map.of("path", "/data/a.txt")));
 * }</pre>
 */
public final class McpSource implements OperationSource {
    private static final Logger LOG = LoggerFactory.getLogger(McpSource.class);

    private final Mutex lock = new Mutex();
    private final Mutex refreshing = new Mutex();
    private final Semaphore wake = new Semaphore(0);
    private final String name;
    private final String namespace;
    private final McpServerOptions config;
    private final @Nullable McpDirectory directory;
    private final SourceClient client;
    private final SourceTools tools;
    private final SourceCatalog catalog;
    private final ListMemory memory = new ListMemory();
    private final ReadingPace pace = new ReadingPace();
    private volatile OperationSource.@Nullable Publisher published;
    private volatile @Nullable Registration listed;
    private volatile @Nullable Thread attempting;
    private volatile @Nullable Thread supervisor;
    private volatile @Nullable Thread ending;
    private volatile McpEra era = McpEra.AUTO;
    private volatile State state = State.NEW;
    private volatile @Nullable String problem;
    private volatile List<String> lastOutput = List.of();
    private volatile boolean listsChanged;
    private long connectedAt;
    private int failures;

    private McpSource(String name, McpServerOptions config, @Nullable McpDirectory directory) {
        this.name = name;
        this.namespace = OperationNames.namespace(name);
        this.config = config;
        this.directory = directory;
        this.client = new SourceClient(name, this::unreachable);
        this.tools = new SourceTools(namespace, client, config.tools);
        this.catalog = new SourceCatalog(client);
    }

    /**
     * A source that is not started yet.
     *
     * @param name the namespace of the operations; characters that no id has are replaced
     */
    public static McpSource of(String name, McpServerOptions config) {
        return new McpSource(name, config, null);
    }

    /** As {@link #of(String, McpServerOptions)}; resources and prompts go into a directory. */
    public static McpSource of(String name, McpServerOptions config, McpDirectory directory) {
        return new McpSource(name, config, directory);
    }

    /** The namespace of a source of this name: the name, but for characters that no id has. */
    public static String namespaceOf(String name) {
        return OperationNames.namespace(name);
    }

    /** The name that the tool of an operation of this kind of source has at its server. */
    public static String toolOf(OperationSpec operation) {
        return ToolOrigin.name(operation);
    }

    @Override
    public String name() {
        return name;
    }

    /** The first part of the ids of its operations. */
    public String namespace() {
        return namespace;
    }

    /** The resources and prompts of the server. */
    public McpCatalog catalog() {
        return catalog;
    }

    /**
     * The connection of now, for what operations do not do.
     *
     * @throws CallException {@code UNAVAILABLE} if there is none
     */
    public McpClient client() {
        return client.get();
    }

    @Override
    public void start(OperationSource.Publisher publisher) {
        try (Registration held = lock.hold()) {
            if (state != State.NEW || published != null) {
                throw new IllegalStateException(
                        "the source " + name + " was started or closed before");
            }
            published = publisher;
        }
        connect();
        try (Registration held = lock.hold()) {
            if (state != State.CLOSED) {
                supervisor =
                        Thread.ofVirtual()
                                .name("operations-mcp source " + name)
                                .start(this::supervise);
            }
        }
    }

    private void connect() {
        attempting = Thread.currentThread();
        try {
            if (state == State.CLOSED) {
                return;
            }
            McpClient fresh = McpClient.connect(config, era, role());
            if (!take(fresh)) {
                fresh.close();
                return;
            }
            fresh.onListChanged(list -> listChanged());
            fresh.onLost(reason -> lost(fresh, reason));
            if (directory != null) {
                fresh.onElicitationComplete(directory::elicitationCompleted);
            }
            catalog.connected(fresh);
            read(fresh);
        } catch (RuntimeException e) {
            era = McpEra.AUTO;
            failed(String.valueOf(e.getMessage()));
        } finally {
            attempting = null;
        }
    }

    private ClientRole role() {
        return new ClientRole(true, directory == null ? null : directory.node());
    }

    private boolean take(McpClient fresh) {
        try (Registration held = lock.hold()) {
            if (state == State.CLOSED) {
                return false;
            }
            era = fresh.version().isModern() ? McpEra.MODERN : McpEra.LEGACY;
            connectedAt = System.nanoTime();
            client.set(fresh);
            return true;
        }
    }

    private void read(McpClient from) {
        try (Registration held = refreshing.hold();
                Registration reading = pace.begin()) {
            listsChanged = false;
            List<JsonNode> all = SourceTools.read(from);
            boolean other = catalog.refresh(from);
            memory.replace(all.stream().mapToLong(ByteBudget::weight).sum() + catalog.weight());
            publish(tools.bindings(all, from.leftOut()));
            list(other);
        }
    }

    private void publish(List<OperationBinding> bindings) {
        OperationSource.Publisher target = published;
        if (state == State.CLOSED || target == null) {
            return;
        }
        // Listeners of the registry are user code, so no lock is held here.
        target.update(bindings);
        try (Registration held = lock.hold()) {
            if (state != State.CLOSED) {
                state = State.READY;
                problem = null;
                return;
            }
        }
        target.withdraw();
    }

    private void list(boolean changed) {
        McpDirectory into = directory;
        if (into == null) {
            return;
        }
        if (listed != null) {
            if (changed) {
                into.changed(namespace);
            }
            return;
        }
        AccessControl access = new AccessControl(config.tools.scopes(), List.of(), null, null);
        Registration fresh = into.replace(namespace, access, catalog);
        try (Registration held = lock.hold()) {
            if (state != State.CLOSED) {
                listed = fresh;
                return;
            }
        }
        fresh.close();
    }

    private void supervise() {
        try {
            while (state != State.CLOSED) {
                if (state == State.FAILED) {
                    wake.tryAcquire(pause().toMillis(), TimeUnit.MILLISECONDS);
                    again();
                } else {
                    wake.acquire();
                    wake.drainPermits();
                    if (listsChanged) {
                        pace.await();
                        wake.drainPermits();
                        readAgain();
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Duration pause() {
        boolean lasted =
                connectedAt != 0
                        && System.nanoTime() - connectedAt > config.backoff.longest().toNanos();
        failures = lasted ? 1 : failures + 1;
        connectedAt = 0;
        return config.backoff.after(failures);
    }

    private void again() throws InterruptedException {
        wake.drainPermits();
        Thread before = ending;
        if (before != null) {
            // Two processes of one server may want the same port or file.
            before.join();
        }
        McpClient known = client.orNull();
        if (known != null && known.isOpen()) {
            readAgain();
            return;
        }
        connect();
        if (state == State.READY) {
            LOG.info("The MCP server {} is connected again", name);
        }
    }

    private void readAgain() {
        McpClient known = client.orNull();
        if (known == null) {
            return;
        }
        try {
            read(known);
        } catch (RuntimeException e) {
            failed(String.valueOf(e.getMessage()));
        }
    }

    private void listChanged() {
        listsChanged = true;
        wake.release();
    }

    private void lost(McpClient gone, String reason) {
        if (client.clear(gone, reason)) {
            lastOutput = gone.errorOutput();
            failed(reason);
            wake.release();
            // Ends what the process has left, and must not hold up who tells of the loss.
            ending = Thread.ofVirtual().name("operations-mcp ending " + name).start(gone::close);
        }
    }

    private void unreachable(String reason) {
        failed(reason);
        wake.release();
    }

    private void failed(String reason) {
        try (Registration held = lock.hold()) {
            if (state != State.CLOSED) {
                state = State.FAILED;
                problem = reason;
            }
        }
        if (client.orNull() == null) {
            client.clear(reason);
        }
    }

    /** Reads the lists again if the server is there, or connects to it now instead of later. */
    @Override
    public boolean refresh() {
        McpClient known = client.orNull();
        if (state == State.READY && known != null) {
            readAgain();
        } else {
            wake.release();
        }
        return true;
    }

    @Override
    public OperationSource.Status status() {
        State now = state;
        OperationSource.Publisher target = published;
        McpClient known = client.orNull();
        String remark = known == null || now != State.READY ? problem : known.remark();
        int operations = target == null || now == State.CLOSED ? 0 : target.size();
        String reason = now == State.FAILED && remark == null ? "it failed" : remark;
        return new OperationSource.Status(
                now, operations, reason, now == State.READY ? leftOut() : Map.of());
    }

    private Map<String, String> leftOut() {
        Map<String, String> all = new HashMap<>(tools.leftOut());
        catalog.problems().forEach(all::putIfAbsent);
        return all;
    }

    /** That of a server that is a command; as long as there is none, that of the one before. */
    @Override
    public List<String> errorOutput() {
        McpClient known = client.orNull();
        List<String> output = known == null ? List.of() : known.errorOutput();
        return output.isEmpty() ? lastOutput : output;
    }

    @Override
    public void close() {
        OperationSource.Publisher target;
        Registration catalogued;
        try (Registration held = lock.hold()) {
            if (state == State.CLOSED) {
                return;
            }
            state = State.CLOSED;
            target = published;
            catalogued = listed;
            listed = null;
        }
        if (target != null) {
            target.withdraw();
        }
        if (catalogued != null) {
            catalogued.close();
        }
        interrupt(attempting);
        interrupt(supervisor);
        memory.close();
        McpClient last = client.orNull();
        client.clear("the source is closed");
        if (last != null) {
            last.close();
        }
    }

    private static void interrupt(@Nullable Thread thread) {
        if (thread != null) {
            thread.interrupt();
        }
    }
}
