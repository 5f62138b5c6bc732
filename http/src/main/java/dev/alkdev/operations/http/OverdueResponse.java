package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.base.LogCounter;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Sends the failure of a call whose handler keeps running after its deadline. The thread of the
 * handler sends the response of every other call. Threads share it.
 */
public final class OverdueResponse implements Consumer<CallException> {
    private static final Logger LOG = LoggerFactory.getLogger(OverdueResponse.class);
    private static final LogCounter OVERDUE = new LogCounter();

    private final String operationId;

    /** Absent as soon as a thread begins to send the response. */
    private final AtomicReference<@Nullable Sender> sender;

    private final CountDownLatch sent = new CountDownLatch(1);

    /** Sends the response of a failed call. */
    public interface Sender {
        /** Sends it; may block. */
        void send(CallException failure) throws IOException;
    }

    /**
     * Creates the response of one call.
     *
     * @param sender sends a failure, on a thread of its own
     */
    public OverdueResponse(String operationId, Sender sender) {
        this.operationId = operationId;
        this.sender = new AtomicReference<>(sender);
    }

    @Override
    public void accept(CallException failure) {
        Sender overdue = sender.getAndSet(null);
        if (overdue != null) {
            Thread.ofVirtual().name("operations-overdue").start(() -> send(overdue, failure));
        }
    }

    private void send(Sender overdue, CallException failure) {
        long times = OVERDUE.due(operationId);
        if (times > 0) {
            LOG.warn(
                    "{} goes on after its deadline ({} such calls so far): its handler ignores"
                            + " interrupts",
                    operationId,
                    times);
        }
        try {
            overdue.send(failure);
        } catch (IOException | RuntimeException e) {
            LOG.debug("The response of {} was not sent", operationId, e);
        } finally {
            sent.countDown();
        }
    }

    /**
     * Returns whether the response has been sent; otherwise only the calling thread may send it.
     * Waits while another thread is sending, since the container uses the response again.
     */
    public boolean isSent() {
        if (sender.getAndSet(null) != null) {
            return false;
        }
        boolean interrupted = false;
        while (sent.getCount() > 0) {
            try {
                sent.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return true;
    }
}
