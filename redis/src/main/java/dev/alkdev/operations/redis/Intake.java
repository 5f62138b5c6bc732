package dev.alkdev.operations.redis;

import io.lettuce.core.Consumer;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;

import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Takes requests for what we offer, as many as we can work on. For one thread, but for serve. */
final class Intake {
    /** The consumer group of every stream of requests. */
    static final String GROUP = "workers";

    private static final int COUNT = 64;

    private final Session session;
    private final Connections connections;
    private final Keys keys;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private Announcement served = Announcement.nothing();

    Intake(Session session, Connections connections, Keys keys) {
        this.session = session;
        this.connections = connections;
        this.keys = keys;
    }

    /** Takes the requests for this offering from now on. */
    void serve(Announcement offering) {
        lock.lock();
        try {
            served = offering;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    Announcement served() {
        lock.lock();
        try {
            return served;
        } finally {
            lock.unlock();
        }
    }

    private String awaitOffering() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (served.isEmpty()) {
                changed.await();
            }
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
            List<StreamMessage<String, byte[]>> messages =
                    connections.await(redis.xreadgroup(self, waiting, unread));
            session.work().release(reserved - messages.size());
            for (StreamMessage<String, byte[]> message : messages) {
                session.work().take(message, session.roster());
            }
        }
    }
}
