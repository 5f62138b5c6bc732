package dev.alkdev.operations.jetty;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.http.ClientWatch;
import dev.alkdev.operations.http.RestGateway;

import jakarta.servlet.http.HttpServletRequest;

import org.eclipse.jetty.ee11.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * Detects disconnected clients of a Jetty 12.1 server by polling their connections. Give the server
 * a connector of {@link #connector}, and this to {@link RestGateway.Builder#clientWatch}. Threads
 * share it.
 */
public final class JettyClientWatch implements ClientWatch, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JettyClientWatch.class);

    private static final int EARLY_BYTES = 4 * 1024;

    private final Set<Connector> connectors = ConcurrentHashMap.newKeySet();
    private final Thread prober;

    /** Nothing was watched when it was last looked: the thread waits for something. */
    private volatile boolean idle;

    private final Semaphore wake = new Semaphore(0);

    /**
     * Begins to watch.
     *
     * @param interval how often connections are polled
     */
    public JettyClientWatch(Duration interval) {
        prober =
                Thread.ofVirtual()
                        .name("operations-client-watch")
                        .start(() -> probeEvery(interval));
    }

    /** A connector whose connections can be polled. */
    public static ServerConnector connector(Server server, ConnectionFactory... protocols) {
        return new ServerConnector(server, 1, 1, protocols) {
            @Override
            protected SocketChannelEndPoint newEndPoint(
                    SocketChannel channel, ManagedSelector selector, SelectionKey key) {
                SocketChannelEndPoint connection =
                        new ProbedEndPoint(channel, selector, key, getExecutor(), getScheduler());
                connection.setIdleTimeout(getIdleTimeout());
                return connection;
            }
        };
    }

    @Override
    public Registration watch(HttpServletRequest request, Runnable gone) {
        EndPoint connection = jetty(request).getConnectionMetaData().getConnection().getEndPoint();
        if (connection instanceof SslConnection.SslEndPoint secure) {
            connection = secure.getSslConnection().getEndPoint();
        }
        if (!(connection instanceof ProbedEndPoint probed)) {
            return () -> {};
        }
        Connector connector = jetty(request).getConnectionMetaData().getConnector();
        if (!connectors.contains(connector)) {
            connectors.add(connector);
        }
        Registration watched = probed.watch(gone);
        if (idle) {
            wake.release();
        }
        return watched;
    }

    private static Request jetty(HttpServletRequest request) {
        return request instanceof DirectRequest direct
                ? direct.jetty()
                : ServletContextRequest.getServletContextRequest(request);
    }

    int watchedCount() {
        return Math.toIntExact(connections().filter(ProbedEndPoint::isWatched).count());
    }

    boolean isIdle() {
        return wake.hasQueuedThreads();
    }

    private Stream<ProbedEndPoint> connections() {
        return connectors.stream()
                .flatMap(connector -> connector.getConnectedEndPoints().stream())
                .filter(ProbedEndPoint.class::isInstance)
                .map(ProbedEndPoint.class::cast);
    }

    private void probeEvery(Duration interval) {
        // One for all connections: most have sent nothing.
        ByteBuffer room = BufferUtil.allocate(EARLY_BYTES);
        try {
            while (true) {
                Thread.sleep(interval);
                probe(room);
                wake.drainPermits();
                idle = true;
                if (watchedCount() == 0) {
                    wake.acquire();
                }
                idle = false;
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void probe(ByteBuffer room) {
        connectors.removeIf(connector -> !connector.isRunning());
        // Whatever becomes of one, the others are to be asked as well, and again.
        connections()
                .forEach(
                        each -> {
                            try {
                                each.probe(room);
                            } catch (RuntimeException | Error e) {
                                LOG.warn("A client could not be watched", e);
                            }
                        });
    }

    @Override
    public void close() {
        prober.interrupt();
    }

    /**
     * A connection that can be polled, while a request is being answered, for a disconnect of the
     * client. The only way to find out is to read; what comes too early is kept for the one who
     * reads next.
     */
    static final class ProbedEndPoint extends SocketChannelEndPoint {
        private final Executor executor;
        private final Mutex reading = new Mutex();
        private final LongAdder sent = new LongAdder();
        private final AtomicReference<@Nullable Runnable> gone = new AtomicReference<>();
        private ByteBuffer early = BufferUtil.EMPTY_BUFFER;

        ProbedEndPoint(
                SocketChannel channel,
                ManagedSelector selector,
                SelectionKey key,
                Executor executor,
                Scheduler scheduler) {
            super(channel, selector, key, scheduler);
            this.executor = executor;
        }

        /**
         * Begins to watch the client of the one request that is answered.
         *
         * @param whenGone run once, unless what is returned is closed before
         */
        Registration watch(Runnable whenGone) {
            gone.set(whenGone);
            if (!isOpen()) {
                tellGone();
            }
            return () -> gone.compareAndSet(whenGone, null);
        }

        boolean isWatched() {
            return gone.get() != null;
        }

        /**
         * Looks for the client, if it is watched.
         *
         * @param room for what comes too early; empty before and afterwards
         */
        void probe(ByteBuffer room) {
            Runnable whenGone = gone.get();
            if (whenGone != null && isGone(room) && gone.compareAndSet(whenGone, null)) {
                whenGone.run();
            }
        }

        @Override
        public void onClose(@Nullable Throwable cause) {
            super.onClose(cause);
            tellGone();
        }

        private void tellGone() {
            Runnable whenGone = gone.getAndSet(null);
            if (whenGone != null) {
                Thread.startVirtualThread(whenGone);
            }
        }

        /** Whether the client has closed the connection, or its half of it. */
        private boolean isGone(ByteBuffer room) {
            reading.lock();
            try {
                if (isFillInterested() || early.remaining() >= room.capacity()) {
                    return false;
                }
                boolean gone = super.fill(room) < 0;
                if (room.hasRemaining()) {
                    ByteBuffer more = BufferUtil.allocate(early.remaining() + room.remaining());
                    BufferUtil.append(more, early);
                    BufferUtil.append(more, room);
                    early = more;
                }
                return gone;
            } catch (IOException e) {
                return true;
            } finally {
                BufferUtil.clear(room);
                reading.unlock();
            }
        }

        /** How many bytes the operating system has taken so far. */
        long sent() {
            return sent.sum();
        }

        /**
         * Whether bytes wait that the operating system has not taken, because the client reads
         * slowly.
         */
        boolean isWriting() {
            return getWriteFlusher().isPending();
        }

        @Override
        public boolean flush(ByteBuffer... buffers) throws IOException {
            long before = BufferUtil.remaining(buffers);
            try {
                return super.flush(buffers);
            } finally {
                sent.add(before - BufferUtil.remaining(buffers));
            }
        }

        @Override
        public int fill(ByteBuffer buffer) throws IOException {
            try (Registration held = reading.hold()) {
                if (!early.hasRemaining()) {
                    return super.fill(buffer);
                }
                int position = BufferUtil.flipToFill(buffer);
                int filled = BufferUtil.put(early, buffer);
                BufferUtil.flipToFlush(buffer, position);
                if (!early.hasRemaining()) {
                    early = BufferUtil.EMPTY_BUFFER;
                }
                return filled;
            }
        }

        @Override
        protected void needsFillInterest() {
            try (Registration held = reading.hold()) {
                if (early.hasRemaining()) {
                    executor.execute(() -> getFillInterest().fillable());
                    return;
                }
            }
            super.needsFillInterest();
        }
    }
}
