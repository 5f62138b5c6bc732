package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Reads a subscription for one subscriber, as fast as it asks. */
final class SubscriptionPublisher<T extends @Nullable Object>
        implements Flow.Publisher<ResponseEnvelope<T>> {
    /** How often a subscriber without demand is checked for the end of its stream. */
    private static final long LOOK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Subscription<T> source;
    private final AtomicBoolean taken = new AtomicBoolean();

    SubscriptionPublisher(Subscription<T> source) {
        this.source = source;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ResponseEnvelope<T>> subscriber) {
        Objects.requireNonNull(subscriber, "subscriber");
        if (taken.compareAndSet(false, true)) {
            new Pump(subscriber).thread.start();
        } else {
            subscriber.onSubscribe(new Refusal());
            subscriber.onError(new IllegalStateException("a subscription has one reader"));
        }
    }

    private static final class Refusal implements Flow.Subscription {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {}
    }

    private final class Pump implements Flow.Subscription, Runnable {
        private final Flow.Subscriber<? super ResponseEnvelope<T>> subscriber;
        private final AtomicLong wanted = new AtomicLong();
        private final Thread thread =
                Thread.ofVirtual().name("operations-publisher").unstarted(this);
        private volatile boolean cancelled;
        private volatile boolean badRequest;
        private boolean terminated;

        Pump(Flow.Subscriber<? super ResponseEnvelope<T>> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public void request(long n) {
            if (n <= 0) {
                badRequest = true;
                // Wakes the pump, which may wait for the next item of a quiet stream.
                source.close();
            } else {
                wanted.accumulateAndGet(
                        n, (had, more) -> had + more < 0 ? Long.MAX_VALUE : had + more);
            }
            LockSupport.unpark(thread);
        }

        @Override
        public void cancel() {
            cancelled = true;
            LockSupport.unpark(thread);
            source.close();
        }

        @Override
        public void run() {
            try {
                subscriber.onSubscribe(this);
                // The end needs no demand, so that it is looked for first.
                while (source.hasNext()) {
                    if (awaitDemand()) {
                        subscriber.onNext(source.next());
                    }
                }
                failOnBadRequest();
                tell(subscriber::onComplete);
            } catch (RuntimeException | AssertionError | LinkageError | StackOverflowError e) {
                tell(() -> subscriber.onError(e));
            } finally {
                source.close();
            }
        }

        /** Sends the one signal that ends the stream; a subscriber that fails at it is logged. */
        private void tell(Runnable end) {
            if (cancelled || terminated) {
                return;
            }
            terminated = true;
            try {
                end.run();
            } catch (RuntimeException | AssertionError | LinkageError | StackOverflowError e) {
                RegistryLog.log().warn("A subscriber failed at the end of its stream", e);
            }
        }

        private void failOnBadRequest() {
            if (badRequest) {
                throw new IllegalArgumentException("request more than nothing (rule 3.9)");
            }
        }

        /**
         * Waits for demand of the subscriber. False if it was cancelled, or wanted nothing for a
         * while: the stream may have been ended meanwhile, items and all.
         */
        private boolean awaitDemand() {
            if (wanted.get() == 0 && !cancelled && !badRequest) {
                LockSupport.parkNanos(LOOK_AGAIN_NANOS);
                if (Thread.currentThread().isInterrupted()) {
                    throw new CallException(ErrorCode.ABORTED, "the publisher was interrupted");
                }
            }
            failOnBadRequest();
            return !cancelled
                    && wanted.getAndUpdate(
                                    left -> left == Long.MAX_VALUE ? left : Math.max(left - 1, 0))
                            > 0;
        }
    }
}
