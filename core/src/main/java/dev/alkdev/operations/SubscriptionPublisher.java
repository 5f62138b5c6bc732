package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Reads a subscription for one subscriber, as fast as it asks. */
final class SubscriptionPublisher<T extends @Nullable Object>
        implements Flow.Publisher<ResponseEnvelope<T>> {
    private final Subscription<T> source;
    private final AtomicBoolean taken = new AtomicBoolean();

    SubscriptionPublisher(Subscription<T> source) {
        this.source = source;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ResponseEnvelope<T>> subscriber) {
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
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private final Flow.Subscriber<? super ResponseEnvelope<T>> subscriber;
        private long wanted;
        private boolean cancelled;
        private boolean badRequest;

        Pump(Flow.Subscriber<? super ResponseEnvelope<T>> subscriber) {
            this.subscriber = subscriber;
        }

        void start() {
            Thread.ofVirtual().name("operations-publisher").start(this);
        }

        @Override
        public void request(long n) {
            lock.lock();
            try {
                badRequest |= n <= 0;
                wanted = wanted + n < 0 ? Long.MAX_VALUE : wanted + Math.max(n, 0);
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void cancel() {
            lock.lock();
            try {
                cancelled = true;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
            source.close();
        }

        @Override
        public void run() {
            try {
                subscriber.onSubscribe(this);
                while (awaitDemand() && source.hasNext()) {
                    subscriber.onNext(source.next());
                }
                complete();
            } catch (RuntimeException failure) {
                if (!isCancelled()) {
                    subscriber.onError(failure);
                }
            } finally {
                source.close();
            }
        }

        private void complete() {
            if (!isCancelled()) {
                subscriber.onComplete();
            }
        }

        private boolean isCancelled() {
            lock.lock();
            try {
                return cancelled;
            } finally {
                lock.unlock();
            }
        }

        /** Waits until the subscriber wants more; false if it wants nothing ever again. */
        private boolean awaitDemand() {
            lock.lock();
            try {
                while (wanted == 0 && !cancelled && !badRequest) {
                    changed.awaitUninterruptibly();
                }
                if (badRequest) {
                    throw new IllegalArgumentException("request more than nothing (rule 3.9)");
                }
                wanted -= wanted == Long.MAX_VALUE || cancelled ? 0 : 1;
                return !cancelled;
            } finally {
                lock.unlock();
            }
        }
    }
}
