package dev.alkdev.operations.redis;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import io.lettuce.core.Consumer;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** Takes requests for what we offer, as many as we can work on. For one thread, but for serve. */
final class Intake {
    /** The consumer group of every stream of requests. */
    static final String GROUP = "workers";

    private static final int COUNT = 64;

    private final Session session;
    private final Connections connections;
    private final Keys keys;
    private final Mutex lock = new Mutex();
    private final Condition changed = lock.newCondition();
    private Announcement served = Announcement.nothing();
    private boolean reading;

    Intake(Session session, Connections connections, Keys keys) {
        this.session = session;
        this.connections = connections;
        this.keys = keys;
    }

    /** Takes the requests for this offering from now on. */
    void serve(Announcement offering) {
        try (Registration held = lock.hold()) {
            served = offering;
            changed.signalAll();
        }
    }

    Announcement served() {
        try (Registration held = lock.hold()) {
            return served;
        }
    }

    /** Waits until no request is taken any more, if nothing is offered; not longer than a read. */
    void awaitRest() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(2 * Connections.BLOCK_MILLIS);
            while (served.isEmpty() && reading && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    private String awaitOffering() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            reading = false;
            changed.signalAll();
            while (served.isEmpty()) {
                changed.await();
            }
            reading = true;
            return served.hash();
        } finally {
            lock.unlock();
        }
    }

    /** Takes requests until the session ends. */
    @SuppressWarnings("unchecked") // The library takes generic arguments in any number.
    void run() throws InterruptedException {
        RedisClusterAsyncCommands<String, byte[]> redis = connections.requests().async();
        Consumer<String> self = Consumer.from(GROUP, session.id());
        while (!session.hasEnded()) {
            StreamOffset<String> unread = StreamOffset.lastConsumed(keys.requests(awaitOffering()));
            int reserved = session.work().reserve(COUNT);
            XReadArgs waiting = new XReadArgs().count(reserved).block(Connections.BLOCK_MILLIS);
            connections.requests().startBatch(unread.getName());
            List<StreamMessage<String, byte[]>> messages =
                    connections.await(redis.xreadgroup(self, waiting, unread));
            session.work().release(reserved - messages.size());
            for (StreamMessage<String, byte[]> message : messages) {
                connections.process(
                        connections.requests(),
                        message,
                        all -> session.work().take(all, session.roster()));
            }
        }
    }
}
