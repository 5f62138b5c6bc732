package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import java.util.Iterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * An open stream of results, read by blocking. Close it: that interrupts its handler and frees
 * everything. One that is dropped without being closed is closed after the garbage collector found
 * it, which may be late or never.
 *
 * <pre>{@code
 * try (Subscription<JsonNode> events = registry.subscribe("billing.watch", input)) {
 *     for (ResponseEnvelope<JsonNode> event : events) { … }
 * }
 * }</pre>
 *
 * <p>It can be iterated once, by one thread at a time; any thread may close it.
 */
// It is read once, as a stream is, but a loop over it is the natural way to read it.
@SuppressWarnings("IterableAndIterator")
public interface Subscription<T extends @Nullable Object>
        extends Iterator<ResponseEnvelope<T>>, Iterable<ResponseEnvelope<T>>, AutoCloseable {

    /**
     * Waits for the next result.
     *
     * @return false if the stream has ended or was closed
     * @throws CallException if the handler failed, after everything it emitted before; if the
     *     stream was ended from outside or was idle for too long; or {@link ErrorCode#ABORTED} if
     *     this thread is interrupted, which leaves the stream open
     */
    @Override
    boolean hasNext();

    /** Interrupts the handler and waits a little for it to end. Closing twice does nothing. */
    @Override
    void close();

    @Override
    default Iterator<ResponseEnvelope<T>> iterator() {
        return this;
    }

    /** This as a stream of the collections library. Close it to close the subscription. */
    default Stream<ResponseEnvelope<T>> stream() {
        int kind = Spliterator.ORDERED | Spliterator.NONNULL;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(this, kind), false)
                .onClose(this::close);
    }

    /**
     * This for a reactive library, for one subscriber, which is called on a virtual thread. When it
     * cancels, or the stream ends, the subscription is closed.
     */
    default Flow.Publisher<ResponseEnvelope<T>> publisher() {
        return new SubscriptionPublisher<>(this);
    }
}
