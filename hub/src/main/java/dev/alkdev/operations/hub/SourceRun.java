package dev.alkdev.operations.hub;

import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.Registration;
import dev.alkdev.operations.SourceStatus;
import dev.alkdev.operations.SourceStatus.State;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.function.Consumer;

/**
 * A source from when it was made until it is closed, with the registry it publishes into. Each of
 * its methods may take as long as the source likes: none is called with a lock held that the
 * source's own threads may wait for. Threads may share it.
 */
final class SourceRun {
    private static final Logger LOG = LoggerFactory.getLogger(SourceRun.class);

    /** Results are normalized once, where they are called for. */
    private final OperationRegistry staging =
            OperationRegistry.builder().normalizing(NormalizeMode.NONE).build();

    private final OperationSource source;
    private final Registration listening;

    /**
     * A source that is not started yet.
     *
     * @param changed told of each change of what it has published
     */
    SourceRun(OperationSource source, Consumer<SourceRun> changed) {
        this.source = source;
        this.listening = staging.onChange(change -> changed.accept(this));
    }

    /** Reads again what it brings; false if it must be made anew. */
    boolean refresh() {
        try {
            return source.refresh();
        } catch (Throwable e) {
            ForeignCode.throwIfFatal(e);
            // Its status tells, and it is tried again.
            LOG.debug("A source could not be read again", e);
            return true;
        }
    }

    OperationRegistry staging() {
        return staging;
    }

    void start() {
        source.start(staging);
    }

    boolean isReady() {
        return status().state() == State.READY;
    }

    SourceStatus status() {
        try {
            return source.status();
        } catch (Throwable e) {
            ForeignCode.throwIfFatal(e);
            LOG.debug("A source cannot tell how it stands", e);
            return new SourceStatus(State.FAILED, 0, ForeignCode.told(e));
        }
    }

    void close() {
        listening.close();
        ForeignCode.attempt("Closing a source", source::close);
    }
}
