package dev.alkdev.operations.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.concurrent.CountDownLatch;

/**
 * An answer without a foreseeable end. It outlasts the servlet's call if the container allows it,
 * else the call waits. Threads share it.
 */
public final class LongAnswer {
    private static final Logger LOG = LoggerFactory.getLogger(LongAnswer.class);

    private final @Nullable AsyncContext async;
    private final CountDownLatch finished = new CountDownLatch(1);

    private LongAnswer(@Nullable AsyncContext async) {
        this.async = async;
    }

    public static LongAnswer begin(HttpServletRequest request) {
        if (!request.isAsyncSupported()) {
            return new LongAnswer(null);
        }
        AsyncContext async = request.startAsync();
        async.setTimeout(0);
        return new LongAnswer(async);
    }

    /** All is written, or nothing more can be. */
    public void finish() {
        if (async == null) {
            finished.countDown();
            return;
        }
        try {
            async.complete();
        } catch (IllegalStateException ended) {
            LOG.debug("The container has ended the request already", ended);
        }
    }

    /**
     * Waits for the end unless the answer outlasts the servlet's call. An interrupt does not end
     * it, since the container would use the request again while the answer is being written.
     */
    public void await() {
        boolean interrupted = false;
        while (async == null && finished.getCount() > 0) {
            try {
                finished.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
