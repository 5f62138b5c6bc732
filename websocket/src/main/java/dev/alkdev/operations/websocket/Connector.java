package dev.alkdev.operations.websocket;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.LogCounter;
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
    private static final LogCounter ERRORS = new LogCounter();

    private final Link link;
    private final ClientOptions settings;
    private final Mutex lock = new Mutex();
    private final Condition changed = lock.newCondition();
    private volatile @Nullable Connection connection;
    private final LogCounter refusals = new LogCounter();
    private volatile ConnectFailure failure = ConnectFailure.notOpen();
    private @Nullable SocketClient client;
    private @Nullable Thread thread;
    private boolean attempted;
    private boolean closed;

    Connector(Link link, ClientOptions settings) {
        this.link = link;
        this.settings = settings;
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
        return describe(failure);
    }

    /** The failure of what needs the link while it is down. */
    CallException unavailable() {
        ConnectFailure now = failure;
        return new CallException(
                now.refused() ? ErrorCode.ACCESS_DENIED : ErrorCode.UNAVAILABLE, describe(now));
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
        int failures = 0;
        try {
            while (!isClosed()) {
                long began = System.nanoTime();
                ConnectFailure problem = attempt(listener);
                boolean wasStable =
                        System.nanoTime() - began > settings.reconnect().longest().toNanos();
                failures = wasStable ? 1 : failures + 1;
                setFailure(problem);
                if (isGivenUp(problem, failures)) {
                    giveUp(problem);
                } else {
                    logFailure(problem);
                    awaitClosed(settings.reconnect().delayAfter(failures));
                }
            }
        } catch (InterruptedException e) {
            setClosed();
        } finally {
            stopClient();
        }
    }

    /** Whatever goes wrong, a fault of the token supplier included, only this attempt fails. */
    private ConnectFailure attempt(LinkListener listener) throws InterruptedException {
        try {
            SocketClient now = client;
            if (now == null) {
                now = SocketClient.start(settings);
                client = now;
            }
            return connectOnce(now, listener);
        } catch (InterruptedException e) {
            if (isClosed()) {
                throw e;
            }
            return ConnectFailure.of(e);
        } catch (Throwable e) {
            if (!isClosed() && ERRORS.due(e.toString()) > 0) {
                LOG.error("The client for {} failed", settings.name(), e);
            }
            return ConnectFailure.of(e);
        }
    }

    private void stopClient() {
        try {
            if (client != null) {
                client.close();
            }
        } catch (Exception e) {
            LOG.debug("The client for {} did not stop", settings.name(), e);
        }
    }

    private boolean isGivenUp(ConnectFailure problem, int failures) {
        ReconnectOptions options = settings.reconnect();
        return failures >= options.maxAttempts()
                || (problem.refused() && options.giveUpWhenRefused());
    }

    private void giveUp(ConnectFailure problem) {
        if (!isClosed()) {
            LOG.warn("Gave up connecting to {}: {}", settings.name(), problem.reason());
        }
        setClosed();
    }

    /** A refusal needs an operator, who may not see it otherwise. */
    private void logFailure(ConnectFailure problem) {
        long times = problem.refused() && !isClosed() ? refusals.due(problem.reason()) : 0;
        if (times > 0) {
            LOG.warn(
                    "Cannot sign in to {}, retrying with the next token ({} times so far): {}",
                    settings.name(),
                    times,
                    problem.reason());
        }
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
                            failure = ConnectFailure.of(end);
                            try {
                                listener.down(describe(failure));
                            } finally {
                                ending.complete(end);
                            }
                        });
        if (!setConnection(now)) {
            now.close(CloseCode.NORMAL, "");
            return ConnectFailure.closed();
        }
        try {
            listener.up();
            socket.begin(now);
            return ConnectFailure.of(ending.get());
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            setConnection(null);
            // Until the goodbye is said: what follows may take the client down.
            now.close(CloseCode.NORMAL, "");
        }
    }

    private String describe(ConnectFailure problem) {
        return "the link to " + settings.name() + " " + problem.state();
    }

    boolean isClosed() {
        try (Registration held = lock.hold()) {
            return closed;
        }
    }

    private void setFailure(ConnectFailure problem) {
        try (Registration held = lock.hold()) {
            failure = problem;
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
            while (!isUp() && !closed && !failure.refused() && left > 0) {
                left = changed.awaitNanos(left);
            }
            if (!isUp()) {
                throw unavailable();
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
            failure = ConnectFailure.closed();
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
