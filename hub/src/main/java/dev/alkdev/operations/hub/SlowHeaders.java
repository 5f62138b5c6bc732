package dev.alkdev.operations.hub;

import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Cuts connections whose request head is not complete in time. The idle timeout does not: it begins
 * anew with every byte.
 */
final class SlowHeaders implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SlowHeaders.class);

    private final ServerConnector connector;
    private final Duration patience;
    private final CountDownLatch closed = new CountDownLatch(1);
    private Map<EndPoint, Waiting> seen = new HashMap<>();

    private SlowHeaders(ServerConnector connector, Duration patience) {
        this.connector = connector;
        this.patience = patience;
    }

    /** Begins to look. */
    static SlowHeaders watch(ServerConnector connector, Duration patience) {
        SlowHeaders watch = new SlowHeaders(connector, patience);
        Thread.ofVirtual().name("operations-slow-headers").start(watch::run);
        return watch;
    }

    private void run() {
        try {
            while (!closed.await(patience.toMillis() / 4, TimeUnit.MILLISECONDS)) {
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Since when a connection is seen before its request number so and so. */
    private record Waiting(long requests, long since) {}

    private void look() {
        long now = System.nanoTime();
        Map<EndPoint, Waiting> waiting = new HashMap<>();
        int cut = 0;
        for (EndPoint endPoint : connector.getConnectedEndPoints()) {
            if (!(http(endPoint) instanceof HttpConnection http) || !isIncomplete(http)) {
                continue;
            }
            Waiting known = seen.get(endPoint);
            if (known == null || known.requests() != http.getMessagesIn()) {
                known = new Waiting(http.getMessagesIn(), now);
            }
            waiting.put(endPoint, known);
            if (now - known.since() >= patience.toNanos()) {
                endPoint.close();
                cut++;
            }
        }
        seen = waiting;
        if (cut > 0) {
            LOG.info("Closed {} connections whose request head did not come in time", cut);
        }
    }

    /** The connection, without the TLS around it. */
    private static Connection http(EndPoint endPoint) {
        Connection connection = endPoint.getConnection();
        return connection instanceof SslConnection secure
                ? secure.getSslEndPoint().getConnection()
                : connection;
    }

    /** Whether no request has come yet, the handshake included, or one has begun and goes on. */
    private static boolean isIncomplete(HttpConnection http) {
        HttpParser parser = http.getParser();
        boolean begun = parser.inHeaderState() && !parser.isState(HttpParser.State.START);
        return begun || http.getMessagesIn() == 0;
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
