package dev.alkdev.operations.code;

import dev.alkdev.operations.Emitter;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow;

/** Reads a publisher by blocking, one item at a time. */
final class PublishedItems implements Flow.Subscriber<Object> {
    /** One item that was asked for, and the end. */
    private final BlockingQueue<Signal> signals = new ArrayBlockingQueue<>(3);

    /** A signal of a publisher: an item, or the end. */
    private sealed interface Signal {
        record Started(Flow.Subscription subscription) implements Signal {}

        record Item(Object item) implements Signal {}

        record Ended(@Nullable Throwable failure) implements Signal {}
    }

    private PublishedItems() {}

    /** Emits all items; an interrupt cancels. */
    static void emit(Flow.Publisher<?> publisher, Emitter<Object> emitter) throws Exception {
        PublishedItems reader = new PublishedItems();
        publisher.subscribe(reader);
        reader.emit(emitter);
    }

    private void emit(Emitter<Object> emitter) throws Exception {
        Flow.Subscription subscription = null;
        boolean ended = false;
        try {
            while (!ended) {
                switch (signals.take()) {
                    case Signal.Started started -> subscription = started.subscription();
                    case Signal.Item item -> emitter.emit(item.item());
                    case Signal.Ended end -> {
                        ended = true;
                        throwIfFailed(end.failure());
                    }
                }
                if (!ended && subscription != null) {
                    subscription.request(1);
                }
            }
        } finally {
            if (!ended && subscription != null) {
                subscription.cancel();
            }
        }
    }

    private static void throwIfFailed(@Nullable Throwable failure) throws Exception {
        switch (failure) {
            case null -> {}
            case Error error -> throw error;
            case Exception exception -> throw exception;
            default -> throw new IllegalStateException(failure);
        }
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        signals.add(new Signal.Started(subscription));
    }

    @Override
    public void onNext(Object item) {
        signals.add(new Signal.Item(item));
    }

    @Override
    public void onError(Throwable failure) {
        signals.add(new Signal.Ended(failure));
    }

    @Override
    public void onComplete() {
        signals.add(new Signal.Ended(null));
    }
}
