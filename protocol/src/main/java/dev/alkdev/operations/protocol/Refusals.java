package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.LogCounter;
import dev.alkdev.operations.protocol.CallEvent.Failed;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Sends failures to a peer without blocking whoever received what is refused: in order, on one
 * virtual thread that lives while there are any. A peer that does not take them loses those that
 * are too many, and waits for its own deadline.
 */
final class Refusals {
    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);
    private static final LogCounter DROPPING = new LogCounter();
    private static final int MAX_WAITING = 1_000;

    private final Link link;
    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Failed> waiting = new ArrayDeque<>();
    private boolean sending;
    private long dropped;
    private final LongAdder unsent = new LongAdder();

    Refusals(Link link) {
        this.link = link;
    }

    void send(String requestId, CallException failure) {
        lock.lock();
        try {
            if (waiting.size() >= MAX_WAITING) {
                if (dropped++ == 0 && DROPPING.due(link.name()) > 0) {
                    LOG.warn("{} takes no refusals: they are dropped from now on", link.name());
                }
                return;
            }
            waiting.add(Failed.of(requestId, failure));
            if (!sending) {
                sending = true;
                Thread.ofVirtual().name("operations-refusals").start(this::sendAll);
            }
        } finally {
            lock.unlock();
        }
    }

    private void sendAll() {
        while (true) {
            Failed next;
            lock.lock();
            try {
                next = waiting.poll();
                if (next == null) {
                    sending = false;
                    return;
                }
            } finally {
                lock.unlock();
            }
            trySend(next);
        }
    }

    private void trySend(Failed refusal) {
        try {
            link.send(refusal);
        } catch (RuntimeException | Error e) {
            // Whatever happened to this one, the others are sent.
            LOG.debug("No refusal to {}", link.name(), e);
            unsent.increment();
        }
    }

    /** How many were not sent, because the peer did not take them or they could not be. */
    long dropped() {
        lock.lock();
        try {
            return dropped + unsent.sum();
        } finally {
            lock.unlock();
        }
    }
}
