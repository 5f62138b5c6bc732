package dev.alkdev.operations.jetty;

import dev.alkdev.operations.http.LimitOptions;

import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ServerConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.NetworkChannel;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Closes connections of a Jetty 12.1 server whose clients send the head of a request too slowly, or
 * read too slowly what waits for them. The idle timeout does not: it begins anew with every byte.
 * An event stream without events is neither. Slow readers are found only on a {@link
 * JettyClientWatch#connector}. Slow bodies are the concern of {@link LimitOptions}. Threads may
 * share it.
 */
public final class SlowClients implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SlowClients.class);

    private final ServerConnector connector;
    private final long lookMillis;
    private final SlowHeads heads;
    private final SlowReaders readers;
    private final CountDownLatch closed = new CountDownLatch(1);

    private SlowClients(ServerConnector connector, Duration timeout, long bytesPerSecond) {
        this.connector = connector;
        this.lookMillis = Math.max(1, timeout.toMillis() / 4);
        this.heads = new SlowHeads(timeout);
        this.readers = new SlowReaders(timeout, bytesPerSecond);
    }

    /**
     * Starts the checks.
     *
     * @param timeout how long a head may take, and over which time the bytes are averaged
     * @param bytesPerSecond how many a client has to read while some wait for it
     */
    public static SlowClients watch(
            ServerConnector connector, Duration timeout, long bytesPerSecond) {
        SlowClients watch = new SlowClients(connector, timeout, bytesPerSecond);
        Thread.ofVirtual().name("operations-slow-clients").start(watch::run);
        return watch;
    }

    private void run() {
        try {
            while (!closed.await(lookMillis, TimeUnit.MILLISECONDS)) {
                Collection<EndPoint> connected = connector.getConnectedEndPoints();
                long now = System.nanoTime();
                cut(heads.slow(connected, now), "whose request head did not arrive in time");
                cut(readers.slow(connected, now), "that read their answers too slowly");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void cut(List<EndPoint> slow, String reason) {
        slow.forEach(SlowClients::reset);
        if (!slow.isEmpty()) {
            LOG.info("Closed {} connections {}", slow.size(), reason);
        }
    }

    /** Closes a connection with all that waits to be sent, which the system would keep. */
    private static void reset(EndPoint connection) {
        if (connection.getTransport() instanceof NetworkChannel channel) {
            try {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            } catch (IOException e) {
                LOG.debug("The connection is closed already", e);
            }
        }
        connection.close();
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
