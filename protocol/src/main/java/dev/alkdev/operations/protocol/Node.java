package dev.alkdev.operations.protocol;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.Registration;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * What all links of one registry have in common: the random id by which others recognize it in the
 * path of a request or an operation, and who learns that an operation has another path. Threads may
 * share it.
 */
final class Node {
    private static final Map<OperationRegistry, Node> NODES =
            Collections.synchronizedMap(new WeakHashMap<>());

    private final String id = UUID.randomUUID().toString();
    private final Owners owners = new Owners();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    private Node() {}

    static Node of(OperationRegistry registry) {
        return NODES.computeIfAbsent(registry, unknown -> new Node());
    }

    String id() {
        return id;
    }

    /** Who has which imported id. */
    Owners owners() {
        return owners;
    }

    /** Calls a listener with the id of an operation that comes from elsewhere from now on. */
    Registration onPathChange(Consumer<String> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    void pathChanged(String operationId) {
        listeners.forEach(listener -> listener.accept(operationId));
    }
}
