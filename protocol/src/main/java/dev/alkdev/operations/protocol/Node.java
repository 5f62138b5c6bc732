package dev.alkdev.operations.protocol;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.base.Registration;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * What all links of one registry have in common: the random id by which others recognize it in the
 * path of a request or an operation, who was the first to offer which imported operation, and who
 * learns that an operation has another path. Threads may share it.
 */
final class Node {
    /** Of more than this no owners are remembered, so that nobody fills the memory with ids. */
    private static final int MAX_OWNED = 200_000;

    private static final Map<OperationRegistry, Node> NODES =
            Collections.synchronizedMap(new WeakHashMap<>());

    private final String id = UUID.randomUUID().toString();
    private final Map<String, String> owners = new ConcurrentHashMap<>();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    private Node() {}

    static Node of(OperationRegistry registry) {
        return NODES.computeIfAbsent(registry, unknown -> new Node());
    }

    String id() {
        return id;
    }

    /**
     * Takes the id of an imported operation unless another owner has it, with whom it stays while
     * they are away, so that nobody else gets the calls meant for them; who has it.
     */
    String take(String operationId, String owner) {
        if (owners.size() >= MAX_OWNED) {
            return owners.getOrDefault(operationId, owner);
        }
        String before = owners.putIfAbsent(operationId, owner);
        return before == null ? owner : before;
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
