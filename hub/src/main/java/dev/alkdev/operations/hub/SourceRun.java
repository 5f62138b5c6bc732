package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.OperationSpec;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A source from when it was made until it is closed: what it publishes goes through the rules of
 * the hub. Each of its methods may take as long as the source likes: none is called with a lock
 * held that the source's own threads may wait for. Threads may share it.
 */
final class SourceRun implements OperationSource.Publisher {
    private static final Logger LOG = LoggerFactory.getLogger(SourceRun.class);

    private final OperationSource source;
    private final LocalRules local;
    private final Consumer<SourceRun> changed;
    private volatile LocalRules.Operations operations = LocalRules.Operations.NONE;
    private volatile boolean closed;

    /**
     * A source that is not started yet.
     *
     * @param local what becomes of its operations in the hub
     * @param changed told of each change of what it has published
     */
    SourceRun(OperationSource source, LocalRules local, Consumer<SourceRun> changed) {
        this.source = source;
        this.local = local;
        this.changed = changed;
    }

    @Override
    public void update(Collection<OperationBinding> given, Collection<OperationSpec> specs) {
        if (!closed) {
            operations = local.of(given, specs);
            changed.accept(this);
        }
    }

    @Override
    public int size() {
        return operations.size();
    }

    /** What it has published, as the hub is to have it. */
    LocalRules.Operations operations() {
        return operations;
    }

    /** Reads again what it brings; false if it must be made anew. */
    boolean refresh() {
        // If it fails, its status tells, and it is tried again.
        return asked(source::refresh, e -> true);
    }

    void start() {
        source.start(this);
    }

    boolean isReady() {
        return status().state() == State.READY;
    }

    OperationSource.Status status() {
        return asked(
                source::status, e -> new OperationSource.Status(State.FAILED, 0, Guarded.told(e)));
    }

    Optional<String> kind() {
        return asked(source::kind, e -> Optional.empty());
    }

    List<String> errorOutput() {
        return asked(source::errorOutput, e -> List.of());
    }

    private static <T> T asked(Supplier<T> source, Function<Throwable, T> otherwise) {
        try {
            return source.get();
        } catch (Throwable e) {
            Guarded.throwIfFatal(e);
            LOG.debug("A source did not answer", e);
            return otherwise.apply(e);
        }
    }

    void close() {
        closed = true;
        Guarded.attempt("Closing a source", source::close);
    }
}
