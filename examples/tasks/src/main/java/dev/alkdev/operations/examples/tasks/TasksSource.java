package dev.alkdev.operations.examples.tasks;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.PublishingSource;

import java.util.List;

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
    protected List<OperationBinding> read() {
        return new TaskOperations(namespace, tasks, writing).bindings();
    }

    /** Ends the streams of those who watch. */
    @Override
    protected void release() {
        tasks.close();
    }
}
