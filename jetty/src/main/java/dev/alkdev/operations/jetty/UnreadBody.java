package dev.alkdev.operations.jetty;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The body of a request that was refused before it was read. A client that still sends it when the
 * connection is closed loses the answer, so it is read and dropped first, within bounds.
 */
final class UnreadBody {
    private static final long MOST_BYTES = 1 << 20;
    private static final long LONGEST_NANOS = Duration.ofSeconds(1).toNanos();

    private UnreadBody() {}

    /** Drops a body; false if it is too long or too slow, so that the connection has to end. */
    static boolean drop(Request request) {
        if (request.getHeaders().contains(HttpHeader.EXPECT)) {
            // To ask for more would tell the client to send it.
            return request.consumeAvailable();
        }
        long end = System.nanoTime() + LONGEST_NANOS;
        long left = MOST_BYTES;
        while (left >= 0) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                CountDownLatch arrived = new CountDownLatch(1);
                request.demand(arrived::countDown);
                if (!await(arrived, end)) {
                    return false;
                }
                continue;
            }
            left -= chunk.remaining();
            chunk.release();
            if (chunk.isLast()) {
                return !Content.Chunk.isFailure(chunk);
            }
        }
        return false;
    }

    private static boolean await(CountDownLatch arrived, long end) {
        try {
            return arrived.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            // Only a sign that nobody waits any more.
            return false;
        }
    }
}
