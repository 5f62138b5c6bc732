package dev.alkdev.operations;

import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.base.IdleWatch;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Gives what a handler emits to the sink of its stream, one item at a time. */
final class StreamItems implements Emitter<@Nullable Object> {
    /**
     * How long a handler emits before others have their turn. A carrier of virtual threads takes
     * what its threads have woken before what comes from outside; a handler and a reader that wake
     * each other would keep it for ever, and with it everybody who has a request.
     */
    private static final long TURN = TimeUnit.MILLISECONDS.toNanos(5);

    /** A turn that is short because there are many streams is not worth its change for less. */
    private static final int TURN_ITEMS = 64;

    private final StreamRun run;
    private final StreamSink sink;
    private final Mutex giving = new Mutex();
    private @Nullable IdleWatch idle;
    private long turnBegan = System.nanoTime();
    private int turnItems;
    private boolean closed;
    private volatile @Nullable CallException refusal;

    StreamItems(StreamRun run, StreamSink sink) {
        this.run = run;
        this.sink = sink;
    }

    /** Ends the stream if the handler is silent for so long while nobody is slow to read. */
    void watchIdleness(@Nullable Duration timeout, TimeSource time) {
        if (timeout != null) {
            String message =
                    run.operationId()
                            + ": the stream sent nothing for "
                            + Deadlines.millis(timeout)
                            + " ms";
            idle =
                    IdleWatch.start(
                            time,
                            timeout,
                            () -> !isReaderSlow(),
                            () -> run.cancellation().expire(message));
        }
    }

    private boolean isReaderSlow() {
        return sink instanceof StreamBuffer buffer ? buffer.isFull() : giving.isLocked();
    }

    /** Notifies the sink that the handler is about to run. */
    void open() {
        try {
            sink.open();
        } catch (CallException refused) {
            throw refused(refused);
        }
    }

    /** Why the sink has ended the stream; null if it has not. */
    @Nullable CallException refusal() {
        return refusal;
    }

    @Override
    public void emit(@Nullable Object item) {
        pass(run.envelope(run.awaited(item), null, sink.writesAtOnce()));
    }

    @Override
    public void emit(@Nullable Object item, String eventId) {
        pass(run.envelope(run.awaited(item), eventId, sink.writesAtOnce()));
    }

    private void pass(ResponseEnvelope<JsonNode> item) {
        // Before, since the reader may be faster than this thread; after, if it was slower.
        active();
        boolean turnOver = give(item);
        if (turnOver && Thread.currentThread().isVirtual()) {
            // Who is woken by the clock comes from outside as well; one that yields does not.
            LockSupport.parkNanos(1);
        }
    }

    private void active() {
        if (idle != null) {
            idle.active();
        }
    }

    /** Gives an item to the sink; whether the turn of the handler is over. */
    private boolean give(ResponseEnvelope<JsonNode> item) {
        try {
            if (!giving.tryLock()) {
                giving.lockInterruptibly();
            }
            try {
                if (closed || run.cancellation().isCancelled()) {
                    throw new CallException(ErrorCode.ABORTED, "the reader closed the stream");
                }
                if (run.isHere()) {
                    take(item);
                } else {
                    run.context.interruptibly(() -> take(item));
                }
                return isTurnOver();
            } catch (CallException refused) {
                throw refused(refused);
            } finally {
                giving.unlock();
            }
        } catch (InterruptedException e) {
            if (run.isHere() || !run.cancellation().isCancelled()) {
                Thread.currentThread().interrupt();
            }
            throw new CallException(ErrorCode.ABORTED, "interrupted while the reader was slow")
                    .causedBy(e);
        }
    }

    private void take(ResponseEnvelope<JsonNode> item) throws InterruptedException {
        boolean waited = true;
        if (sink instanceof StreamBuffer buffer) {
            waited = buffer.put(item);
        } else {
            sink.item(item);
        }
        if (waited) {
            active();
        }
    }

    /** Ends the stream with what the sink threw, unless it was ended before. */
    private CallException refused(CallException thrown) {
        if (!closed && !run.cancellation().isCancelled()) {
            refusal = thrown;
            run.cancellation().fail(thrown);
        }
        return thrown;
    }

    private boolean isTurnOver() {
        if (++turnItems < TURN_ITEMS) {
            return false;
        }
        long now = System.nanoTime();
        if (now - turnBegan < TURN) {
            return false;
        }
        turnBegan = now;
        turnItems = 0;
        return true;
    }

    /** The handler is done: waits for threads that still give an item; others are too late. */
    void close() {
        try (Registration held = giving.hold()) {
            closed = true;
        }
        if (idle != null) {
            idle.close();
        }
    }
}
