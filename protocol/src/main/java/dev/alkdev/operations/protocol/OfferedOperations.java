package dev.alkdev.operations.protocol;

import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Function;

/**
 * The part of a registry that is offered to a peer.
 *
 * @param paths the nodes from here to where an operation runs, by its id; null if the peer does not
 *     get to see it
 */
record OfferedOperations(OperationRegistry registry, Function<String, @Nullable List<String>> paths)
        implements Offering {
    @Override
    public List<OperationSpec> operations() {
        OperationQuery all = OperationQuery.all().withLimit(Integer.MAX_VALUE);
        return registry.list(all).operations().stream()
                .filter(spec -> isOffered(spec.id()))
                .toList();
    }

    boolean isOffered(String id) {
        return registry.isCallable(id) && paths.apply(id) != null;
    }

    @Override
    public List<String> path(String operationId) {
        List<String> path = paths.apply(operationId);
        return path == null ? List.of() : path;
    }

    @Override
    public Registration onChange(Runnable listener) {
        Registration changes = registry.onChange(change -> listener.run());
        Registration paths = Node.of(registry).onPathChange(id -> listener.run());
        return () -> {
            changes.close();
            paths.close();
        };
    }
}
