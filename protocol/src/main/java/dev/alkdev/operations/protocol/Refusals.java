package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.protocol.CallEvent.Failed;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

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
    private final Queue<Failed> waiting = new ConcurrentLinkedQueue<>();

    /** How many wait or are being sent: whoever adds the first starts the thread. */
    private final AtomicInteger open = new AtomicInteger();

    Refusals(Link link) {
        this.link = link;
    }

    void send(String requestId, CallException failure) {
        if (open.get() > MAX_WAITING) {
            long times = DROPPING.due(link.name());
            if (times > 0) {
                LOG.warn("{} does not read its error replies; dropped {}", link.name(), times);
            }
            return;
        }
        waiting.add(Failed.of(requestId, failure));
        if (open.getAndIncrement() == 0) {
            Thread.ofVirtual().name("operations-refusals").start(this::sendAll);
        }
    }

    private void sendAll() {
        do {
            try {
                link.send(waiting.remove());
            } catch (RuntimeException | Error e) {
                // Whatever happened to this one, the others are sent.
                LOG.debug("No refusal to {}", link.name(), e);
            }
        } while (open.decrementAndGet() > 0);
    }
}
