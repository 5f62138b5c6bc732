package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.OperationSpec;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** A source whose operations a test changes, under a lock of its own as most sources do. */
final class ChangingSource implements OperationSource {
    final ReentrantLock lock = new ReentrantLock();
    final AtomicInteger closed = new AtomicInteger();
    private final List<String> first;
    private volatile OperationSource.@Nullable Publisher published;
    private volatile OperationSource.Status status = new OperationSource.Status(State.NEW, 0, null);
    private volatile Runnable starting = () -> {};
    private volatile Runnable closing = () -> {};
    private volatile Runnable refreshing = () -> {};
    private volatile boolean recovers;
    private volatile boolean silent;

    ChangingSource(String... first) {
        this.first = List.of(first);
    }

    /** What happens when it starts, before anything is published. */
    ChangingSource starting(Runnable step) {
        starting = step;
        return this;
    }

    /** What happens when it closes, before it takes its lock. */
    ChangingSource closing(Runnable step) {
        closing = step;
        return this;
    }

    /** What happens when it is asked to refresh; then it must be made anew. */
    void onRefresh(Runnable step) {
        refreshing = step;
    }

    @Override
    public boolean refresh() {
        refreshing.run();
        return recovers;
    }

    /** From now on it recovers from failures by itself. */
    ChangingSource recovering() {
        recovers = true;
        return this;
    }

    /** From now on it has no status, as none should. */
    ChangingSource silent() {
        silent = true;
        return this;
    }

    void fail(String reason) {
        status = new OperationSource.Status(State.FAILED, 0, reason);
    }

    void publish(String... ids) {
        lock.lock();
        try {
            OperationSource.Publisher into = published;
            if (into != null) {
                into.update(Arrays.stream(ids).map(ChangingSource::binding).toList());
            }
        } finally {
            lock.unlock();
        }
    }

    static OperationBinding binding(String id) {
        return OperationBinding.of(OperationSpec.query(id).build(), (input, context) -> id);
    }

    @Override
    public String name() {
        return "changing";
    }

    @Override
    public void start(OperationSource.Publisher publisher) {
        starting.run();
        published = publisher;
        publish(first.toArray(String[]::new));
        status = new OperationSource.Status(State.READY, first.size(), null);
    }

    @Override
    @SuppressWarnings("NullAway")
    public OperationSource.Status status() {
        return silent ? null : status;
    }

    @Override
    public void close() {
        closed.incrementAndGet();
        closing.run();
        lock.lock();
        try {
            OperationSource.Publisher all = published;
            if (all != null) {
                all.withdraw();
            }
            status = new OperationSource.Status(State.CLOSED, 0, null);
        } finally {
            lock.unlock();
        }
    }
}
