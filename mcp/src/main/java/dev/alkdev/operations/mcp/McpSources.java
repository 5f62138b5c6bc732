package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The MCP servers of a config file, all of them started. One that fails is tried again and again
 * and does no harm to the others; {@link #statuses()} tells. Threads may share it.
 *
 * <pre>{@code
 * try (McpSources servers = McpSources.load(Path.of("mcp.json"))) {
 *     servers.publishTo(registry);
 *     JsonNode result = servers.client("github").callTool("get_me", arguments);
 * }
 * }</pre>
 */
public final class McpSources implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(McpSources.class);

    private final Map<String, String> rejected = new LinkedHashMap<>();
    private final Map<String, McpSource> sources = new LinkedHashMap<>();
    private final Map<String, Collector> collectors = new LinkedHashMap<>();

    private McpSources() {}

    /** Keeps what a source publishes, and passes it on if there is somebody. */
    private static final class Collector implements OperationSource.Publisher {
        private final Mutex lock = new Mutex();
        private List<OperationBinding> bindings = List.of();
        private List<OperationSpec> specs = List.of();
        private OperationSource.@Nullable Publisher target;

        @Override
        public void update(
                Collection<OperationBinding> given, Collection<OperationSpec> withoutHandler) {
            try (Registration held = lock.hold()) {
                bindings = List.copyOf(given);
                specs = List.copyOf(withoutHandler);
                if (target != null) {
                    target.update(bindings, specs);
                }
            }
        }

        void publishTo(OperationRegistry registry) {
            try (Registration held = lock.hold()) {
                target = OperationSource.Publisher.into(registry);
                target.update(bindings, specs);
            }
        }

        List<OperationBinding> bindings() {
            try (Registration held = lock.hold()) {
                return bindings;
            }
        }

        @Override
        public int size() {
            return bindings().size();
        }
    }

    /**
     * Starts the servers of a file, side by side, and returns when each has been tried once. A
     * server whose entry is wrong, or has an unknown key, has failed from the start.
     *
     * @throws IllegalArgumentException if the file as a whole cannot be used
     */
    public static McpSources load(Path file) {
        McpServerFile.Servers servers = McpServerFile.read(file, System::getenv);
        McpSources all = of(servers.usable());
        servers.rejected()
                .forEach(
                        (name, reason) -> {
                            LOG.warn("{}: the MCP server {} is not used: {}", file, name, reason);
                            all.rejected.put(name, reason);
                        });
        return all;
    }

    /** Starts servers, side by side, and returns when each has been tried once. */
    public static McpSources of(Map<String, McpServerOptions> configs) {
        McpSources all = new McpSources();
        configs.forEach(
                (name, config) -> {
                    all.sources.put(name, McpSource.of(name, config));
                    all.collectors.put(name, new Collector());
                });
        all.start();
        return all;
    }

    private void start() {
        List<Thread> starting = new ArrayList<>();
        sources.forEach(
                (name, source) ->
                        starting.add(
                                Thread.ofVirtual()
                                        .name("operations-mcp start " + name)
                                        .start(
                                                () ->
                                                        source.start(
                                                                Objects.requireNonNull(
                                                                        collectors.get(name))))));
        try {
            for (Thread one : starting) {
                one.join();
            }
        } catch (InterruptedException e) {
            closeAll();
            Thread.currentThread().interrupt();
        }
    }

    /** The names of the servers as the file has them. */
    public Set<String> names() {
        return Set.copyOf(sources.keySet());
    }

    /**
     * The connection to a server.
     *
     * @throws IllegalArgumentException if there is no such server
     * @throws CallException {@code UNAVAILABLE} if it is not connected
     */
    public McpClient client(String name) {
        McpSource source = sources.get(name);
        String reason = rejected.get(name);
        if (reason != null) {
            throw new CallException(
                    ErrorCode.UNAVAILABLE, "the MCP server " + name + " is not used: " + reason);
        }
        if (source == null) {
            throw new IllegalArgumentException(
                    "no MCP server is called " + name + "; there are " + sources.keySet());
        }
        return source.client();
    }

    /**
     * The connection to a server; empty if there is no such server.
     *
     * @throws CallException {@code UNAVAILABLE} if it is not connected
     */
    public Optional<McpClient> findClient(String name) {
        return Optional.ofNullable(sources.get(name)).map(McpSource::client);
    }

    /** The operations of all servers as they are now. */
    public List<OperationBinding> operations() {
        return collectors.values().stream().flatMap(one -> one.bindings().stream()).toList();
    }

    /** Puts the operations into a registry, and from then on every change of them. */
    public void publishTo(OperationRegistry registry) {
        collectors.values().forEach(one -> one.publishTo(registry));
    }

    /** The state of each server, by name. */
    public Map<String, OperationSource.Status> statuses() {
        Map<String, OperationSource.Status> statuses = new LinkedHashMap<>();
        sources.forEach((name, source) -> statuses.put(name, source.status()));
        rejected.forEach(
                (name, reason) ->
                        statuses.put(
                                name,
                                new OperationSource.Status(
                                        OperationSource.Status.State.FAILED, 0, reason)));
        return statuses;
    }

    /** Ends all connections, stops the processes and takes the operations out. */
    public void closeAll() {
        List<Thread> closing =
                sources.values().stream()
                        .map(
                                one ->
                                        Thread.ofVirtual()
                                                .name("operations-mcp close " + one.name())
                                                .start(one::close))
                        .toList();
        boolean interrupted = false;
        for (Thread one : closing) {
            try {
                one.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** As {@link #closeAll()}. */
    @Override
    public void close() {
        closeAll();
    }
}
