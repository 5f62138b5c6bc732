package dev.alkdev.operations.protocol;

import dev.alkdev.operations.NodePath;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Registration;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * What all links of one registry have in common: the random id by which others recognize it in the
 * path of a request or an operation, who was the first to offer which imported operation, and who
 * learns that an operation has another path. Threads may share it.
 */
final class Node {
    private static final long HEAP = Runtime.getRuntime().maxMemory();

    /** What the ids with owners may take, so that no peer fills the memory with ids. */
    private static final long MAX_OWNED_BYTES = HEAP / 64;

    private static final int ENTRY = 150;

    private static final Map<OperationRegistry, Node> NODES =
            Collections.synchronizedMap(new WeakHashMap<>());

    private final String id;
    private final Map<String, String> owners = new ConcurrentHashMap<>();
    private final AtomicLong ownedBytes = new AtomicLong();
    private final ByteBudget listings = ByteBudget.of(HEAP / 4);
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    private Node(String id) {
        this.id = id;
    }

    static Node of(OperationRegistry registry) {
        return NODES.computeIfAbsent(registry, unknown -> new Node(NodePath.idOf(registry)));
    }

    String id() {
        return id;
    }

    /**
     * Takes the id of an imported operation unless another owner has it, with whom it stays while
     * they are away, so that nobody else gets the calls meant for them; who has it.
     */
    String take(String operationId, String owner) {
        if (ownedBytes.get() >= MAX_OWNED_BYTES) {
            return owners.getOrDefault(operationId, owner);
        }
        String before = owners.putIfAbsent(operationId, owner);
        if (before == null) {
            ownedBytes.addAndGet(ENTRY + operationId.length());
        }
        return before == null ? owner : before;
    }

    /** What the listings of all peers may take in memory. */
    ByteBudget listings() {
        return listings;
    }

    /** Calls a listener with the id of an operation that is of another node from now on. */
    Registration onPathChange(Consumer<String> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    void pathChanged(String operationId) {
        listeners.forEach(listener -> listener.accept(operationId));
    }
}
