package dev.alkdev.operations;

import tools.jackson.databind.JsonNode;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;

/**
 * The reader's end of a stream. The handler's side does not know it, so that one which is dropped
 * can be found and closed.
 */
final class OpenSubscription implements Subscription<JsonNode> {
    private static final Cleaner CLEANER = Cleaner.create();

    private final StreamRun run;
    private final StreamBuffer buffer;
    private final Cleaner.Cleanable abandon;

    private OpenSubscription(StreamRun run, StreamBuffer buffer) {
        this.run = run;
        this.buffer = buffer;
        this.abandon = CLEANER.register(this, () -> drop(run, buffer));
    }

    /** Runs the handler on a thread of its own, a virtual one unless it computes. */
    static OpenSubscription start(StreamRun run, StreamBuffer buffer) {
        OpenSubscription subscription = new OpenSubscription(run, buffer);
        Cancellation cancellation = run.cancellation();
        cancellation.onCancelFirst(() -> cancelled(run, buffer));
        run.keep(buffer);
        if (run.computes()) {
            ComputeThreads.start(() -> fill(run, buffer));
        } else {
            Thread.ofVirtual()
                    .name("operations-stream " + run.operationId())
                    .start(() -> fill(run, buffer));
        }
        return subscription;
    }

    private static void cancelled(StreamRun run, StreamBuffer buffer) {
        CallException failure = run.cancellation().failure();
        if (run.isAbandoned() || failure == null) {
            buffer.close();
        } else {
            buffer.abort(failure);
        }
    }

    private static void fill(StreamRun run, StreamBuffer buffer) {
        try {
            run.run(buffer);
            buffer.end(null);
        } catch (CallException failure) {
            buffer.end(failure);
        } catch (Throwable broken) {
            buffer.end(run.unknownFailure());
            throw broken;
        } finally {
            forgetIfDone(run, buffer);
        }
    }

    private static void forgetIfDone(StreamRun run, StreamBuffer buffer) {
        if (buffer.isDone()) {
            run.forget(buffer);
        }
    }

    /**
     * Runs when the reader is found unreachable. Actions given to onCancel must not hold up the
     * thread that found it. The buffer is closed here because a stream that ended before, by its
     * deadline or by itself, is not cancelled again.
     */
    private static void drop(StreamRun run, StreamBuffer buffer) {
        if (!buffer.isClosed()) {
            Thread.ofVirtual()
                    .name("operations-dropped")
                    .start(
                            () -> {
                                buffer.close();
                                run.abandon();
                                run.forget(buffer);
                            });
        }
    }

    @Override
    public boolean hasNext() {
        try {
            return buffer.hasNext();
        } finally {
            // While somebody waits here, this is not dropped.
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public ResponseEnvelope<JsonNode> next() {
        try {
            return buffer.next();
        } finally {
            forgetIfDone(run, buffer);
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public void close() {
        buffer.close();
        run.forget(buffer);
        run.close();
        abandon.clean();
    }
}
