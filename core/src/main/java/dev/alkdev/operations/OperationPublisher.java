package dev.alkdev.operations;

import java.util.Collection;
import java.util.List;

/**
 * Where a source puts its operations: a registry, or rules that stand before one. Threads may share
 * it.
 */
public interface OperationPublisher {
    /**
     * Makes these the operations of the source: adds, replaces and removes what differs.
     *
     * @param specs operations without a handler: they are listed, and calling one fails with {@link
     *     ErrorCode#OPERATION_NOT_FOUND} until somebody {@linkplain
     *     OperationRegistry#registerHandler gave it one}
     * @throws IllegalArgumentException if an id is taken by somebody else or given twice; nothing
     *     is changed then
     */
    void update(Collection<OperationBinding> bindings, Collection<OperationSpec> specs);

    /**
     * One for the operations of a source in a registry. An operation whose binding is equal to the
     * published one is left alone, as is one that somebody else replaced or removed; one that
     * {@linkplain OperationRegistry#registerProvisionally gives way} is displaced.
     */
    static OperationPublisher into(OperationRegistry registry) {
        return new PublishedOperations(registry);
    }

    /** As {@link #update(Collection, Collection)}, if all of them have a handler. */
    default void update(Collection<OperationBinding> bindings) {
        update(bindings, List.of());
    }

    /** How many operations of the source are published. */
    int size();

    /** Takes all of them out. */
    default void withdraw() {
        update(List.of());
    }
}
