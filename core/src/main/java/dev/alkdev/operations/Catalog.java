package dev.alkdev.operations;

import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;

/** The operations of a registry. Reading never blocks; writing is one at a time. */
final class Catalog {
    /** To be read; changed here only. */
    final Map<String, RegisteredOperation> byId = new ConcurrentHashMap<>();

    private final NavigableMap<String, RegisteredOperation> sorted = new ConcurrentSkipListMap<>();
    private final Mutex writing = new Mutex();
    final ChangeFeed changes = new ChangeFeed();

    final NodeId nodeId = new NodeId();

    /** Decides which failures of handlers are logged. */
    final LogCounter failures = new LogCounter();

    /**
     * Changes one operation.
     *
     * @param change from what is registered, or null, to what is to be, or null
     * @return what was registered
     */
    @Nullable RegisteredOperation change(
            String id,
            Function<@Nullable RegisteredOperation, @Nullable RegisteredOperation> change) {
        RegisteredOperation before;
        try (Registration held = writing.hold()) {
            before = byId.get(id);
            RegisteredOperation after = change.apply(before);
            if (after == before) {
                return before;
            }
            store(id, before, after);
        }
        changes.deliver();
        return before;
    }

    private void store(
            String id, @Nullable RegisteredOperation before, @Nullable RegisteredOperation after) {
        if (after != null) {
            byId.put(id, after);
            sorted.put(id, after);
            changes.announce(
                    before == null
                            ? new RegistryChange.Added(after.spec())
                            // Also where only a handler was added: from now on it can be called.
                            : new RegistryChange.Replaced(before.spec(), after.spec()));
        } else if (before != null) {
            byId.remove(id);
            sorted.remove(id);
            changes.announce(new RegistryChange.Removed(before.spec()));
        }
    }

    private static boolean isTaken(@Nullable RegisteredOperation present) {
        return present != null && !present.provisional;
    }

    void add(RegisteredOperation operation) {
        change(
                operation.id(),
                before -> {
                    if (isTaken(before)) {
                        throw taken(operation.id());
                    }
                    return operation;
                });
    }

    /** Adds all or none. */
    void addAll(List<RegisteredOperation> operations) {
        try (Registration held = writing.hold()) {
            Set<String> ids = new HashSet<>();
            for (RegisteredOperation operation : operations) {
                if (!ids.add(operation.id()) || isTaken(byId.get(operation.id()))) {
                    throw taken(operation.id());
                }
            }
            for (RegisteredOperation operation : operations) {
                store(operation.id(), byId.get(operation.id()), operation);
            }
        }
        changes.deliver();
    }

    private static IllegalArgumentException taken(String id) {
        return new IllegalArgumentException(id + " is registered already");
    }

    /** Replaces an operation, or removes it, if it still has this handler. */
    boolean replace(String id, Handler handler, @Nullable RegisteredOperation after) {
        return isOf(handler, change(id, present -> isOf(handler, present) ? after : present));
    }

    private static boolean isOf(Handler handler, @Nullable RegisteredOperation operation) {
        return operation != null && operation.handler == handler;
    }

    /** Completes an operation that was registered without a handler. */
    void complete(String id, Function<OperationSpec, RegisteredOperation> completion) {
        change(
                id,
                before -> {
                    if (before == null) {
                        throw new IllegalArgumentException(
                                "there is no operation "
                                        + id
                                        + " to handle; register its spec first");
                    }
                    if (before.handler != null) {
                        throw new IllegalArgumentException(id + " has a handler already");
                    }
                    return completion.apply(before.spec());
                });
    }

    OperationQuery.Page list(OperationQuery query) {
        List<OperationSpec> page = new ArrayList<>();
        for (RegisteredOperation operation : range(query).values()) {
            if (query.matches(operation.spec())) {
                if (page.size() == query.limit()) {
                    return new OperationQuery.Page(page, page.getLast().id());
                }
                page.add(operation.spec());
            }
        }
        return new OperationQuery.Page(page, null);
    }

    private NavigableMap<String, RegisteredOperation> range(OperationQuery query) {
        NavigableMap<String, RegisteredOperation> range = sorted;
        String namespace = query.namespace();
        String cursor = query.cursor();
        if (namespace != null) {
            String first = namespace + '.';
            String past = namespace + (char) ('.' + 1);
            // A cursor of another listing must not reach out of the namespace.
            if (cursor != null && cursor.compareTo(first) > 0) {
                return cursor.compareTo(past) < 0
                        ? range.subMap(cursor, false, past, false)
                        : new ConcurrentSkipListMap<>();
            }
            return range.subMap(first, true, past, false);
        }
        return cursor == null ? range : range.tailMap(cursor, false);
    }

    Map<String, Drift> drifts() {
        Map<String, Drift> drifts = new TreeMap<>();
        byId.forEach(
                (id, operation) -> {
                    Drift drift = operation.drift();
                    if (!drift.isNone()) {
                        drifts.put(id, drift);
                    }
                });
        return drifts;
    }
}
