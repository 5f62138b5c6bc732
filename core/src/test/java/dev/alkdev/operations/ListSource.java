package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** A source that reads its operations from a supplier, as often as it is told to. */
final class ListSource implements OperationSource {
    private final ReentrantLock lock = new ReentrantLock();
    private final Supplier<List<OperationBinding>> supplier;
    private Optional<OperationPublisher> published = Optional.empty();
    private SourceStatus.State state = SourceStatus.State.NEW;
    private @Nullable String lastError;

    ListSource(Supplier<List<OperationBinding>> supplier) {
        this.supplier = supplier;
    }

    @Override
    public String name() {
        return "list";
    }

    @Override
    public void start(OperationPublisher publisher) {
        lock.lock();
        try {
            if (state != SourceStatus.State.NEW) {
                throw new IllegalStateException("list was started before");
            }
            published = Optional.of(publisher);
            refresh();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean refresh() {
        lock.lock();
        try {
            published.orElseThrow().update(supplier.get());
            state = SourceStatus.State.READY;
            return true;
        } catch (IllegalArgumentException e) {
            state = SourceStatus.State.FAILED;
            lastError = e.getMessage();
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public SourceStatus status() {
        lock.lock();
        try {
            int size = published.map(OperationPublisher::size).orElse(0);
            return new SourceStatus(state, size, lastError);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            state = SourceStatus.State.CLOSED;
            published.ifPresent(OperationPublisher::withdraw);
        } finally {
            lock.unlock();
        }
    }
}
