package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Delivery;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The sending of one request, by the thread that creates this object. A request that has already
 * ended is never sent. A request that ends while its sender is blocked interrupts the sender, so
 * that a peer that reads nothing cannot block callers beyond their deadlines.
 */
final class Dispatch {
    private enum Phase {
        NEW,
        SENDING,
        DONE,
        WAKING,
        INTERRUPTED
    }

    private final Thread sender = Thread.currentThread();
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.NEW);
    private volatile Delivery delivery = Delivery.NOT_SENT;
    private volatile boolean ended;
    private volatile boolean lost;

    /** How far the request got. */
    Delivery delivery() {
        return delivery;
    }

    boolean isSent() {
        return delivery == Delivery.MAY_HAVE_STARTED;
    }

    /** Whether the link went down while the request was pending. */
    boolean isLost() {
        return lost;
    }

    void lose() {
        lost = true;
    }

    /** Prevents the request from being sent, or interrupts its sender. */
    void end() {
        ended = true;
        if (phase.compareAndSet(Phase.SENDING, Phase.WAKING)) {
            sender.interrupt();
            phase.set(Phase.INTERRUPTED);
        }
    }

    /**
     * Sends the request unless it has ended.
     *
     * @param sending sends it; throws a {@link CallException} only if it did not
     * @throws CallException if it cannot be sent and has not ended
     * @throws InterruptedException if this thread is interrupted already; the request is not sent
     */
    void send(Runnable sending) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        phase.set(Phase.SENDING);
        // Set before the check: a request that ends later is also aborted at the other end.
        delivery = Delivery.MAY_HAVE_STARTED;
        try {
            if (ended) {
                delivery = Delivery.NOT_SENT;
            } else {
                sending.run();
            }
        } catch (CallException e) {
            delivery = Delivery.NOT_SENT;
            if (!ended) {
                throw e;
            }
        } finally {
            if (!phase.compareAndSet(Phase.SENDING, Phase.DONE)) {
                while (phase.get() != Phase.INTERRUPTED) {
                    Thread.onSpinWait();
                }
                // The interrupt was ours.
                Thread.interrupted();
            }
        }
    }
}
