package dev.alkdev.operations.examples.tasks;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.PublishingSource;
import dev.alkdev.operations.code.AnnotatedOperations;

import java.util.List;
import java.util.Optional;

/** A task list in a registry. Threads may share it. */
final class TasksSource extends PublishingSource {
    private final String namespace;
    private final TaskList tasks;
    private final AccessControl writing;

    TasksSource(String namespace, TaskList tasks, AccessControl writing) {
        super(namespace);
        this.namespace = namespace;
        this.tasks = tasks;
        this.writing = writing;
    }

    @Override
    public Optional<String> kind() {
        return Optional.of("code");
    }

    @Override
    protected List<OperationBinding> read() {
        return AnnotatedOperations.in(namespace, new TaskOperations(tasks)).stream()
                .map(this::guarded)
                .toList();
    }

    /** Who may write is a matter of the config, and so in no annotation. */
    private OperationBinding guarded(OperationBinding operation) {
        OperationSpec spec = operation.spec();
        return spec.type() == OperationType.MUTATION
                ? operation.withSpec(spec.toBuilder().access(writing).build())
                : operation;
    }

    /** Ends the streams of those who watch. */
    @Override
    protected void release() {
        tasks.close();
    }
}
