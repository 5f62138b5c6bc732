package dev.alkdev.operations.mcp;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.NodePath;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.base.Registration;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Resources, prompts and completions by namespace: what MCP servers have besides tools. Sources put
 * in what their servers offer, code puts in its own, gateways serve it. Sources and gateways that
 * share one are one hub: hubs that are MCP servers of each other do not import what is their own.
 * Threads may share it.
 */
public final class McpDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(McpDirectory.class);

    private final Supplier<String> node;
    private final Map<String, Entry> entries = new ConcurrentSkipListMap<>();
    private final List<Consumer<? super String>> listeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<String>> elicitations = new CopyOnWriteArrayList<>();

    /**
     * The catalog of a namespace.
     *
     * @param access who may see and use it
     */
    public record Entry(String namespace, AccessControl access, McpCatalog catalog) {}

    /** An empty directory. */
    public McpDirectory() {
        String random = UUID.randomUUID().toString();
        this.node = () -> random;
    }

    private McpDirectory(Supplier<String> node) {
        this.node = node;
    }

    /**
     * An empty directory of the hub that serves a registry, so that rings which also lead over
     * links or OpenAPI documents end.
     *
     * @param registry asked when the directory is used
     */
    public static McpDirectory of(Supplier<OperationRegistry> registry) {
        return new McpDirectory(() -> NodePath.idOf(registry.get()));
    }

    /** By what other hubs know the one that this directory belongs to. */
    String node() {
        return node.get();
    }

    /**
     * Puts in the catalog of a namespace.
     *
     * @return takes it out again
     * @throws IllegalArgumentException if the namespace has one
     */
    public Registration add(String namespace, AccessControl access, McpCatalog catalog) {
        Entry entry = new Entry(namespace, access, catalog);
        if (entries.putIfAbsent(namespace, entry) != null) {
            throw new IllegalArgumentException("the namespace '" + namespace + "' has a catalog");
        }
        return registered(entry);
    }

    /**
     * Puts in the catalog of a namespace in the place of any other: of one whose source is about to
     * be closed.
     *
     * @return takes it out again, unless another has taken its place
     */
    public Registration replace(String namespace, AccessControl access, McpCatalog catalog) {
        Entry entry = new Entry(namespace, access, catalog);
        entries.put(namespace, entry);
        return registered(entry);
    }

    private Registration registered(Entry entry) {
        changed(entry.namespace);
        return () -> {
            if (entries.remove(entry.namespace, entry)) {
                changed(entry.namespace);
            }
        };
    }

    /**
     * The catalogs that a caller may use, by namespace. A caller who is limited to some operations
     * of a namespace may not use its resources and prompts.
     */
    public List<Entry> visibleTo(Caller caller) {
        return entries.values().stream()
                .filter(entry -> entry.access.permits(caller))
                .filter(entry -> caller.reachesAllOf(entry.namespace))
                .toList();
    }

    /** Notifies listeners that the lists of a namespace have changed. */
    public void changed(String namespace) {
        for (Consumer<? super String> listener : listeners) {
            try {
                listener.accept(namespace);
            } catch (RuntimeException e) {
                LOG.warn("A listener for changes of the MCP directory failed", e);
            }
        }
    }

    /** Notifies gateways that the person is done with a URL question. */
    void elicitationCompleted(String id) {
        elicitations.forEach(listener -> listener.accept(id));
    }

    /** Receives the ids of URL questions whose person is done. */
    Registration onElicitationComplete(Consumer<String> listener) {
        elicitations.add(listener);
        return () -> elicitations.remove(listener);
    }

    /** Receives the namespace of each change, on the thread that makes it. */
    public Registration onChange(Consumer<? super String> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
