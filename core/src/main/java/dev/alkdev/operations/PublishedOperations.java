package dev.alkdev.operations;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What one source has put into a registry. A source gives it the complete set each time it looked;
 * it adds, replaces and removes what differs. An operation that somebody else replaced or removed
 * in the registry no longer belongs to the source, and is left alone. A source that only knows
 * specs gives those alone: their handlers are {@linkplain OperationRegistry#registerHandler
 * registered} by somebody else and stay when the spec changes. Threads may share it.
 */
final class PublishedOperations implements OperationSource.Publisher {
    private final Mutex lock = new Mutex();
    private final OperationRegistry registry;
    private volatile Map<String, RegisteredOperation> published = Map.of();

    PublishedOperations(OperationRegistry registry) {
        this.registry = registry;
    }

    /**
     * Makes these the operations of the source. An operation whose binding is equal to the
     * published one is left alone; one that {@linkplain OperationRegistry#registerProvisionally
     * gives way} is displaced. Operations whose {@linkplain NodePath path} leads back to this
     * registry are left out.
     *
     * @throws IllegalArgumentException if an id is taken by somebody else or given twice; nothing
     *     is changed then
     */
    @Override
    public void update(Collection<OperationBinding> bindings, Collection<OperationSpec> specs) {
        try (Registration held = lock.hold()) {
            Map<String, RegisteredOperation> before = published;
            Map<String, RegisteredOperation> wanted = new LinkedHashMap<>();
            bindings.stream()
                    .filter(binding -> !NodePath.isRing(registry, binding.spec()))
                    .forEach(binding -> put(wanted, RegisteredOperation.of(registry, binding)));
            specs.stream()
                    .filter(spec -> !NodePath.isRing(registry, spec))
                    .forEach(spec -> put(wanted, RegisteredOperation.of(registry, spec)));
            registry.catalog.addAll(
                    wanted.values().stream().filter(one -> !before.containsKey(one.id())).toList());
            before.values().forEach(one -> replaceOrRemove(one, wanted.get(one.id())));
            published = wanted;
        }
    }

    /** What has not changed stays the very same, by which it is known again. */
    private void put(Map<String, RegisteredOperation> wanted, RegisteredOperation given) {
        RegisteredOperation known = published.get(given.id());
        boolean same =
                known != null
                        && Objects.equals(known.binding, given.binding)
                        && (known.binding != null || known.spec().equals(given.spec()));
        if (wanted.put(given.id(), same ? known : given) != null) {
            throw new IllegalArgumentException(given.id() + " is given twice");
        }
    }

    // What has not changed is the same object: identity is the question.
    @SuppressWarnings("ReferenceEquality")
    private void replaceOrRemove(RegisteredOperation before, @Nullable RegisteredOperation after) {
        if (after == before) {
            return;
        }
        registry.catalog.change(
                before.id(),
                present -> {
                    if (present == null || !isIn(present, before)) {
                        return present;
                    }
                    Handler given = before.binding == null ? present.handler : null;
                    return after == null || given == null ? after : handled(after, given);
                });
    }

    /** Whether this is what is registered, and nobody has put something else in its place. */
    private static boolean isIn(RegisteredOperation present, RegisteredOperation published) {
        return published.binding == null
                ? present.spec() == published.spec()
                : present.handler == published.handler;
    }

    /** With the handler that somebody gave to its spec, if it needs one of that kind. */
    private RegisteredOperation handled(RegisteredOperation operation, Handler given) {
        return operation.binding == null && OperationBinding.fits(operation.spec(), given)
                ? RegisteredOperation.of(registry, OperationBinding.of(operation.spec(), given))
                : operation;
    }

    /** Whether an operation is of this source. Never blocks. */
    boolean contains(String id) {
        RegisteredOperation own = published.get(id);
        RegisteredOperation present = registry.catalog.byId.get(id);
        return own != null && present != null && isIn(present, own);
    }

    @Override
    public int size() {
        return (int) published.keySet().stream().filter(this::contains).count();
    }
}
