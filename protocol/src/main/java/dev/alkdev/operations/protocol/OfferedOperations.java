package dev.alkdev.operations.protocol;

import dev.alkdev.operations.OperationPage;
import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.Registration;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The part of a registry that is offered to a peer.
 *
 * @param offered which operations the peer gets to see, by their ids
 */
record OfferedOperations(OperationRegistry registry, Predicate<String> offered)
        implements Offering {
    private static final int PAGE = 500;

    @Override
    public List<OperationSpec> operations() {
        List<OperationSpec> operations = new ArrayList<>();
        OperationQuery query = OperationQuery.all().withLimit(PAGE);
        while (true) {
            OperationPage page = registry.list(query);
            page.operations().stream()
                    .filter(spec -> offered.test(spec.id()) && registry.isCallable(spec.id()))
                    .forEach(operations::add);
            if (page.nextCursor() == null) {
                return operations;
            }
            query = query.withCursor(page.nextCursor());
        }
    }

    @Override
    public Registration onChange(Runnable listener) {
        return registry.onChange(change -> listener.run());
    }
}
