package dev.alkdev.operations;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;

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
            new Pump(subscriber).start();
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
        private final Mutex lock = new Mutex();
        private final Condition changed = lock.newCondition();
        private final Flow.Subscriber<? super ResponseEnvelope<T>> subscriber;
        private long wanted;
        private volatile boolean cancelled;
        private boolean badRequest;

        Pump(Flow.Subscriber<? super ResponseEnvelope<T>> subscriber) {
            this.subscriber = subscriber;
        }

        void start() {
            Thread.ofVirtual().name("operations-publisher").start(this);
        }

        @Override
        public void request(long n) {
            try (Registration held = lock.hold()) {
                badRequest |= n <= 0;
                wanted = wanted + n < 0 ? Long.MAX_VALUE : wanted + Math.max(n, 0);
                changed.signalAll();
            }
        }

        @Override
        public void cancel() {
            try (Registration held = lock.hold()) {
                cancelled = true;
                changed.signalAll();
            }
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
                tell(subscriber::onComplete);
            } catch (RuntimeException | AssertionError | LinkageError | StackOverflowError e) {
                tell(() -> subscriber.onError(e));
            } finally {
                source.close();
            }
        }

        private void tell(Runnable end) {
            if (!cancelled) {
                end.run();
            }
        }

        /**
         * Waits for demand of the subscriber. False if it was cancelled, or wanted nothing for a
         * while: the stream may have been ended meanwhile, items and all.
         */
        private boolean awaitDemand() {
            lock.lock();
            try {
                long left = LOOK_AGAIN_NANOS;
                while (wanted == 0 && !cancelled && !badRequest && left > 0) {
                    left = changed.awaitNanos(left);
                }
                if (badRequest) {
                    throw new IllegalArgumentException("request more than nothing (rule 3.9)");
                }
                if (wanted == 0 || cancelled) {
                    return false;
                }
                wanted -= wanted == Long.MAX_VALUE ? 0 : 1;
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CallException(ErrorCode.ABORTED, "the publisher was interrupted")
                        .causedBy(e);
            } finally {
                lock.unlock();
            }
        }
    }
}
