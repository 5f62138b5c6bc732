package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.lang.ref.Cleaner;
import java.util.NoSuchElementException;

/** A subscription at the other end of a link, as its reader sees it. */
final class RemoteSubscription implements Subscription<JsonNode> {
    private static final Cleaner CLEANER =
            Cleaner.create(Thread.ofPlatform().daemon().name("operations-cleaner").factory());

    final PendingStream stream;
    private final Runnable closing;
    private final Cleaner.Cleanable dropped;
    private @Nullable ResponseEnvelope<JsonNode> next;

    /**
     * Reads a stream.
     *
     * @param closing ends it at both ends, once; must not refer to this object
     */
    RemoteSubscription(PendingStream stream, Runnable closing) {
        this.stream = stream;
        this.closing = closing;
        this.dropped = CLEANER.register(this, () -> drop(stream, closing));
    }

    /** Notifying the other end may block, and the cleaner of all streams must not. */
    private static void drop(PendingStream stream, Runnable closing) {
        if (!stream.isDiscarded()) {
            Thread.ofVirtual().name("operations-dropped").start(closing);
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
        ResponseEnvelope<JsonNode> item = hasNext() ? next : null;
        next = null;
        if (item == null) {
            throw new NoSuchElementException("the stream has ended");
        }
        return item;
    }

    @Override
    public void close() {
        next = null;
        closing.run();
        dropped.clean();
    }
}
