package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.lang.ref.Cleaner;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicBoolean;

/** A subscription at the other end of a link, as its reader sees it. */
final class RemoteSubscription implements Subscription<JsonNode> {
    private static final Cleaner CLEANER =
            Cleaner.create(Thread.ofPlatform().daemon().name("operations-cleaner").factory());

    private final PendingStream stream;
    private final Closing closing;
    private final Cleaner.Cleanable dropped;
    private @Nullable ResponseEnvelope<JsonNode> next;

    /**
     * Reads a stream.
     *
     * @param closing ends it at both ends; must not refer to this object
     */
    RemoteSubscription(PendingStream stream, Runnable closing) {
        this.stream = stream;
        this.closing = new Closing(closing);
        this.dropped = CLEANER.register(this, this.closing::drop);
    }

    /** Ends the stream once. It does not know the subscription, so that a dropped one is found. */
    private static final class Closing {
        private final Runnable action;
        private final AtomicBoolean done = new AtomicBoolean();

        Closing(Runnable action) {
            this.action = action;
        }

        void close() {
            if (done.compareAndSet(false, true)) {
                action.run();
            }
        }

        /** Telling the other end may block, and the cleaner of all streams must not. */
        void drop() {
            if (!done.get()) {
                Thread.ofVirtual().name("operations-dropped").start(this::close);
            }
        }
    }

    @Override
    public boolean hasNext() {
        if (next == null) {
            try {
                next = stream.next();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CallException(
                        ErrorCode.ABORTED, "interrupted while waiting for the next item");
            }
        }
        return next != null;
    }

    @Override
    public ResponseEnvelope<JsonNode> next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the stream has ended");
        }
        ResponseEnvelope<JsonNode> item = next;
        next = null;
        if (item == null) {
            throw new NoSuchElementException("the stream has ended");
        }
        return item;
    }

    /** Drops what has come and is not read yet. */
    void skipWaiting() {
        stream.skip();
    }

    /** Waits for so long, or until the stream ends; how many items have come by then. */
    int collect(Duration time) throws InterruptedException {
        return stream.collect(time);
    }

    @Override
    public void close() {
        next = null;
        closing.close();
        dropped.clean();
    }
}
