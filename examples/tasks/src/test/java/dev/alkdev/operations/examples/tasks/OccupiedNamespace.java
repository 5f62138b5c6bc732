package dev.alkdev.operations.examples.tasks;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSpec;

import tools.jackson.databind.node.NullNode;

/** A source that comes too late: somebody else has one of its ids already. */
record OccupiedNamespace(OperationSource late) implements OperationSource {
    @Override
    public String name() {
        return late.name();
    }

    @Override
    public void start(OperationRegistry registry) {
        registry.register(
                OperationSpec.query("tasks.get").build(),
                (input, context) -> NullNode.getInstance());
        late.start(registry);
    }

    @Override
    public void start(OperationSource.Publisher publisher) {
        late.start(publisher);
    }

    @Override
    public OperationSource.Status status() {
        return late.status();
    }

    @Override
    public void close() {
        late.close();
    }
}
