package dev.alkdev.operations.protocol;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Logs that events of a peer are dropped: the first, and then how many there are whenever there are
 * ten times as many, so that nobody fills the log. Threads may share it.
 */
final class DroppedEvents {
    private static final Logger LOG = LoggerFactory.getLogger(TextReceiver.class);
    private static final int FACTOR = 10;

    private final String peer;
    private final AtomicLong count = new AtomicLong();
    private final AtomicLong nextTold = new AtomicLong(1);

    DroppedEvents(String peer) {
        this.peer = peer;
    }

    /** Counts an event, and logs it if it is time to; whether it was. */
    boolean log(String reason) {
        long now = count.incrementAndGet();
        long next = nextTold.get();
        boolean told = now >= next && nextTold.compareAndSet(next, next * FACTOR);
        if (told) {
            LOG.warn("Dropped a malformed event from {} ({} so far): {}", peer, now, reason);
        }
        return told;
    }
}
