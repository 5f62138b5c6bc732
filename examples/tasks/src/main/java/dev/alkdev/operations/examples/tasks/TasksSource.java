package dev.alkdev.operations.examples.tasks;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.OperationPublisher;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.SourceStatus;
import dev.alkdev.operations.SourceStatus.State;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.locks.ReentrantLock;

/** A task list in a registry. Threads may share it. */
final class TasksSource implements OperationSource {
    private final ReentrantLock lock = new ReentrantLock();
    private final String namespace;
    private final TaskList tasks;
    private final AccessControl writing;
    private @Nullable OperationPublisher published;
    private volatile SourceStatus status = new SourceStatus(State.NEW, 0, null);

    TasksSource(String namespace, TaskList tasks, AccessControl writing) {
        this.namespace = namespace;
        this.tasks = tasks;
        this.writing = writing;
    }

    @Override
    public String name() {
        return namespace;
    }

    @Override
    public SourceStatus status() {
        return status;
    }

    @Override
    public void start(OperationPublisher publisher) {
        lock.lock();
        try {
            if (status.state() != State.NEW) {
                throw new IllegalStateException(
                        "the source " + namespace + " was started or closed before");
            }
            published = publisher;
            publisher.update(new TaskOperations(namespace, tasks, writing).bindings());
            status = new SourceStatus(State.READY, publisher.size(), null);
        } catch (IllegalArgumentException e) {
            status = new SourceStatus(State.FAILED, 0, String.valueOf(e.getMessage()));
        } finally {
            lock.unlock();
        }
    }

    /** Also ends the streams of those who watch. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (published != null) {
                published.withdraw();
            }
            tasks.close();
            status = new SourceStatus(State.CLOSED, 0, status.lastError());
        } finally {
            lock.unlock();
        }
    }
}
