package dev.alkdev.operations.code;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ResponseEnvelope;

import java.util.concurrent.Flow;
import java.util.function.Function;
import java.util.stream.Stream;

/** The items of a subscription of a client, which fails with declared exceptions. */
// It is read once, as a stream is, but a loop over it is the natural way to read it.
@SuppressWarnings("IterableAndIterator")
final class ClientItems implements dev.alkdev.operations.Subscription<Object> {
    private final dev.alkdev.operations.Subscription<Object> source;
    private final Function<CallException, Exception> thrown;

    ClientItems(
            dev.alkdev.operations.Subscription<Object> source,
            Function<CallException, Exception> thrown) {
        this.source = source;
        this.thrown = thrown;
    }

    @Override
    public boolean hasNext() {
        try {
            return source.hasNext();
        } catch (CallException failure) {
            throw unchecked(failure);
        }
    }

    @Override
    public ResponseEnvelope<Object> next() {
        try {
            return source.next();
        } catch (CallException failure) {
            throw unchecked(failure);
        }
    }

    /** Exceptions of subscriptions are unchecked: their declaration is checked. */
    private RuntimeException unchecked(CallException failure) {
        return thrown.apply(failure) instanceof RuntimeException exception ? exception : failure;
    }

    @Override
    public void close() {
        source.close();
    }

    /** The data alone. Close it to close the subscription. */
    Stream<Object> data() {
        return stream().map(ResponseEnvelope::data);
    }

    /** The data alone, for one subscriber. */
    Flow.Publisher<Object> dataPublisher() {
        return subscriber -> publisher().subscribe(new DataSubscriber(subscriber));
    }

    private record DataSubscriber(Flow.Subscriber<? super Object> subscriber)
            implements Flow.Subscriber<ResponseEnvelope<Object>> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscriber.onSubscribe(subscription);
        }

        @Override
        public void onNext(ResponseEnvelope<Object> item) {
            subscriber.onNext(item.data());
        }

        @Override
        public void onError(Throwable failure) {
            subscriber.onError(failure);
        }

        @Override
        public void onComplete() {
            subscriber.onComplete();
        }
    }
}
