package dev.alkdev.operations;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
    private volatile Map<String, Published> published = Map.of();

    /**
     * An operation of the source.
     *
     * @param binding null if the source has no handler for it
     */
    private record Published(OperationSpec spec, @Nullable OperationBinding binding) {
        String id() {
            return spec.id();
        }

        /** Whether this is what is registered, and nobody has put something else in its place. */
        boolean isIn(RegisteredOperation operation) {
            return binding == null
                    ? operation.spec() == spec
                    : operation.handler == binding.handler();
        }

        /** What is to be registered, with the handler that somebody gave to a spec. */
        RegisteredOperation registered(OperationRegistry registry, @Nullable Handler given) {
            if (binding != null) {
                return RegisteredOperation.of(registry, binding);
            }
            boolean streams = spec.type() == OperationType.SUBSCRIPTION;
            return given != null && streams == given instanceof StreamHandler
                    ? RegisteredOperation.of(registry, OperationBinding.of(spec, given))
                    : RegisteredOperation.of(registry, spec);
        }
    }

    PublishedOperations(OperationRegistry registry) {
        this.registry = registry;
    }

    /**
     * Makes these the operations of the source. An operation whose binding is equal to the
     * published one is left alone; one that {@linkplain OperationRegistry#registerProvisionally
     * gives way} is displaced.
     *
     * @throws IllegalArgumentException if an id is taken by somebody else or given twice; nothing
     *     is changed then
     */
    @Override
    public void update(Collection<OperationBinding> bindings, Collection<OperationSpec> specs) {
        List<Published> given = new ArrayList<>();
        bindings.forEach(binding -> given.add(new Published(binding.spec(), binding)));
        specs.forEach(spec -> given.add(new Published(spec, null)));
        try (Registration held = lock.hold()) {
            Map<String, Published> before = published;
            Map<String, Published> wanted = byId(given, before);
            List<Published> fresh =
                    wanted.values().stream().filter(one -> !before.containsKey(one.id())).toList();
            checkFree(fresh);
            register(fresh);
            before.values().forEach(one -> replaceOrRemove(one, wanted.get(one.id())));
            published = wanted;
        }
    }

    /** What has not changed stays the very same, by which it is known again. */
    private static Map<String, Published> byId(
            List<Published> given, Map<String, Published> before) {
        Map<String, Published> byId = new LinkedHashMap<>();
        for (Published one : given) {
            Published known = before.get(one.id());
            if (byId.put(one.id(), one.equals(known) ? known : one) != null) {
                throw new IllegalArgumentException(one.id() + " is given twice");
            }
        }
        return Collections.unmodifiableMap(byId);
    }

    private void checkFree(List<Published> fresh) {
        for (Published one : fresh) {
            if (registry.catalog.isTaken(one.id())) {
                throw new IllegalArgumentException(one.id() + " is registered already");
            }
        }
    }

    /** Somebody else may be faster with one of them; then none is registered. */
    private void register(List<Published> fresh) {
        List<Published> registered = new ArrayList<>();
        try {
            for (Published one : fresh) {
                registry.catalog.add(one.registered(registry, null));
                registered.add(one);
            }
        } catch (RuntimeException e) {
            registered.forEach(one -> replaceOrRemove(one, null));
            throw e;
        }
    }

    // What has not changed is the same object: identity is the question.
    @SuppressWarnings("ReferenceEquality")
    private void replaceOrRemove(Published before, @Nullable Published after) {
        if (after == before) {
            return;
        }
        registry.catalog.change(
                before.id(),
                present -> {
                    if (present == null || !before.isIn(present)) {
                        return present;
                    }
                    Handler given = before.binding() == null ? present.handler : null;
                    return after == null ? null : after.registered(registry, given);
                });
    }

    /** Whether an operation is of this source. Never blocks. */
    boolean contains(String id) {
        Published own = published.get(id);
        RegisteredOperation present = registry.catalog.find(id);
        return own != null && present != null && own.isIn(present);
    }

    @Override
    public int size() {
        return (int) published.keySet().stream().filter(this::contains).count();
    }
}
