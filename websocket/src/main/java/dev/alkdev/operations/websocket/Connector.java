package dev.alkdev.operations.websocket;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.protocol.Link;
import dev.alkdev.operations.protocol.LinkListener;
import dev.alkdev.operations.protocol.TextReceiver;

import org.eclipse.jetty.websocket.core.CoreSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;

/**
 * Keeps a client link connected, on one virtual thread: connects, waits for the end of the
 * connection, waits a while, connects again.
 */
final class Connector {
    private static final Logger LOG = LoggerFactory.getLogger(Connector.class);

    private final Link link;
    private final ClientOptions settings;
    private final Mutex lock = new Mutex();
    private final Condition changed = lock.newCondition();
    private volatile @Nullable Connection connection;
    private volatile String whyDown;
    private @Nullable Thread thread;
    private boolean attempted;
    private boolean closed;

    Connector(Link link, ClientOptions settings) {
        this.link = link;
        this.settings = settings;
        this.whyDown = "the link to " + settings.name() + " is not open yet";
    }

    /** The connection of now, if there is one. */
    @Nullable Connection connection() {
        return connection;
    }

    boolean isUp() {
        Connection now = connection;
        return now != null && now.isUp();
    }

    String whyDown() {
        return whyDown;
    }

    void start(LinkListener listener) {
        try (Registration held = lock.hold()) {
            if (thread != null) {
                throw new IllegalStateException("the link is open already");
            }
            thread =
                    Thread.ofVirtual()
                            .name("operations-websocket-client")
                            .start(() -> run(listener));
        }
    }

    private void run(LinkListener listener) {
        try (SocketClient client = SocketClient.start(settings)) {
            keepConnected(client, listener);
        } catch (InterruptedException e) {
            setClosed();
        } catch (Exception e) {
            LOG.error("The client for {} failed", settings.name(), e);
            whyDown = describe(ConnectFailure.of(e));
            setClosed();
        }
    }

    private void keepConnected(SocketClient client, LinkListener listener)
            throws InterruptedException {
        int failures = 0;
        while (!isClosed()) {
            long began = System.nanoTime();
            ConnectFailure failure = connectOnce(client, listener);
            boolean wasStable =
                    System.nanoTime() - began > settings.reconnect().longest().toNanos();
            failures = wasStable ? 1 : failures + 1;
            whyDown = describe(failure);
            setAttempted();
            if (!isClosed() && isGivenUp(failure, failures)) {
                LOG.warn("Gave up connecting to {}: {}", settings.name(), failure.reason());
                setClosed();
            } else {
                awaitClosed(settings.reconnect().delayAfter(failures));
            }
        }
    }

    private boolean isGivenUp(ConnectFailure failure, int failures) {
        ReconnectOptions options = settings.reconnect();
        return failures >= options.maxAttempts()
                || (failure.refused() && options.giveUpWhenRefused());
    }

    /** Connects, and returns why there is no connection, or no longer. */
    private ConnectFailure connectOnce(SocketClient client, LinkListener listener)
            throws InterruptedException {
        JettySocket socket = new JettySocket(opened -> {});
        CompletableFuture<CoreSession> opening = null;
        try {
            opening = client.connect(socket);
            // The client keeps to its timeout; this one is for what it may overlook.
            long patience = settings.connectTimeout().toMillis() + 1_000;
            opening.get(patience, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException | IOException | RuntimeException e) {
            abandon(opening);
            return ConnectFailure.of(e);
        } catch (InterruptedException e) {
            abandon(opening);
            throw e;
        }
        return serve(socket, listener);
    }

    private static void abandon(@Nullable CompletableFuture<CoreSession> opening) {
        if (opening != null) {
            var unused = opening.thenAccept(CoreSession::abort);
        }
    }

    private ConnectFailure serve(JettySocket socket, LinkListener listener)
            throws InterruptedException {
        CompletableFuture<Connection.End> ending = new CompletableFuture<>();
        Connection now =
                new Connection(
                        socket.wire(),
                        settings.options(),
                        codec ->
                                new TextReceiver(
                                        link, listener, codec, settings.options().budget()),
                        end -> {
                            whyDown = describe(ConnectFailure.of(end));
                            listener.down(whyDown);
                            ending.complete(end);
                        });
        if (!setConnection(now)) {
            now.close(CloseCode.NORMAL, "");
            return new ConnectFailure("the link was closed", false);
        }
        listener.up();
        socket.begin(now);
        try {
            return ConnectFailure.of(ending.get());
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            setConnection(null);
            // Until the goodbye is said: what follows may take the client down.
            now.awaitGone();
        }
    }

    private String describe(ConnectFailure failure) {
        return "the link to " + settings.name() + " is down: " + failure.reason();
    }

    boolean isClosed() {
        try (Registration held = lock.hold()) {
            return closed;
        }
    }

    private void setAttempted() {
        try (Registration held = lock.hold()) {
            attempted = true;
            changed.signalAll();
        }
    }

    private void setClosed() {
        try (Registration held = lock.hold()) {
            closed = true;
            changed.signalAll();
        }
    }

    /** Returns false if it is too late, because the link is closed. */
    private boolean setConnection(@Nullable Connection now) {
        try (Registration held = lock.hold()) {
            if (closed && now != null) {
                return false;
            }
            connection = now;
            changed.signalAll();
            return true;
        }
    }

    private void awaitClosed(Duration delay) throws InterruptedException {
        try (Registration held = lock.hold()) {
            long left = delay.toNanos();
            while (!closed && left > 0) {
                left = changed.awaitNanos(left);
            }
        }
    }

    void awaitUp(Duration patience) {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (!isUp() && !closed && left > 0) {
                left = changed.awaitNanos(left);
            }
            if (!isUp()) {
                throw new CallException(ErrorCode.UNAVAILABLE, whyDown);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallException(
                    ErrorCode.ABORTED, "interrupted while waiting for " + settings.name());
        } finally {
            lock.unlock();
        }
    }

    /** Waits until it is up, or an attempt has failed. */
    void awaitAttempt(Duration patience) throws InterruptedException {
        try (Registration held = lock.hold()) {
            long left = patience.toNanos();
            while (!isUp() && !attempted && !closed && left > 0) {
                left = changed.awaitNanos(left);
            }
        }
    }

    /**
     * Closes the connection, if there is one, and waits for the thread to end, but not for long.
     */
    void close() {
        setClosed();
        Connection now = connection;
        if (now != null) {
            whyDown = "the link to " + settings.name() + " was closed";
            now.close(CloseCode.NORMAL, "");
        }
        Thread running = thread;
        if (running == null || running == Thread.currentThread()) {
            return;
        }
        running.interrupt();
        try {
            running.join(settings.options().closeTimeout());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
