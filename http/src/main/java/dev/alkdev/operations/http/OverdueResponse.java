package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.base.LogCounter;

import jakarta.servlet.http.HttpServletResponse;

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
final class OverdueResponse implements Consumer<CallException> {
    private static final Logger LOG = LoggerFactory.getLogger(OverdueResponse.class);
    private static final LogCounter OVERDUE = new LogCounter();

    private final RestGateway gateway;

    /** The request, until a thread begins to send its response. */
    private final AtomicReference<@Nullable OperationRequest> request;

    private final CountDownLatch sent = new CountDownLatch(1);

    OverdueResponse(RestGateway gateway, OperationRequest request) {
        this.gateway = gateway;
        this.request = new AtomicReference<>(request);
    }

    @Override
    public void accept(CallException failure) {
        OperationRequest overdue = request.getAndSet(null);
        if (overdue != null) {
            Thread.ofVirtual().name("operations-overdue").start(() -> send(overdue, failure));
        }
    }

    private void send(OperationRequest overdue, CallException failure) {
        long times = OVERDUE.due(overdue.id());
        if (times > 0) {
            LOG.warn(
                    "{} goes on after its deadline ({} such calls so far): its handler ignores"
                            + " interrupts",
                    overdue.id(),
                    times);
        }
        try {
            HttpServletResponse response = overdue.exchange().response();
            // The next request of the connection would wait for the handler.
            response.setHeader("Connection", "close");
            overdue.exchange().send(gateway.failed(overdue, failure));
            response.flushBuffer();
        } catch (IOException | RuntimeException e) {
            LOG.debug("The response of {} was not sent", overdue.id(), e);
        } finally {
            sent.countDown();
        }
    }

    /**
     * Returns whether the response has been sent; otherwise only the calling thread may send it.
     * Waits while another thread is sending, since the container uses the response again.
     */
    boolean isSent() {
        if (request.getAndSet(null) != null) {
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
