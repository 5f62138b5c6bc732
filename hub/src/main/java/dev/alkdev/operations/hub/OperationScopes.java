package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;

import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The scopes that the operations of a registry require, in order, found again after it has changed.
 * Threads share it.
 */
final class OperationScopes implements Supplier<List<String>> {
    private static final int MOST = 1_000;

    private final AtomicLong changes = new AtomicLong();
    private final OperationRegistry registry;
    private volatile Found found = new Found(List.of(), -1);

    private record Found(List<String> scopes, long change) {}

    OperationScopes(OperationRegistry registry) {
        this.registry = registry;
        registry.onChange(change -> changes.incrementAndGet());
    }

    @Override
    public List<String> get() {
        Found last = found;
        long now = changes.get();
        if (last.change != now) {
            last = new Found(required(), now);
            found = last;
        }
        return last.scopes;
    }

    private List<String> required() {
        OperationQuery all = OperationQuery.all().withLimit(Integer.MAX_VALUE);
        TreeSet<String> scopes = new TreeSet<>();
        for (OperationSpec spec : registry.list(all).operations()) {
            scopes.addAll(spec.accessControl().requiredScopes());
            scopes.addAll(spec.accessControl().requiredScopesAny());
        }
        return scopes.stream().limit(MOST).toList();
    }
}
