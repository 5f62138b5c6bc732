package dev.alkdev.operations.websocket;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.CallEventCodec;
import dev.alkdev.operations.protocol.Link;
import dev.alkdev.operations.protocol.LinkListener;
import dev.alkdev.operations.protocol.TextReceiver;

import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** The server's end of a link. It lives as long as its connection. */
final class ServerLink implements Link {
    private final String name;
    private final String owner;
    private final Admission.Granted admission;
    private final WebSocketOptions options;
    private final CoreSession session;
    private final SocketEvents events;
    private final Consumer<ServerLink> gone;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Connection connection;

    ServerLink(
            Upgrade upgrade,
            WebSocketOptions options,
            SocketEvents events,
            Consumer<ServerLink> gone) {
        this.name = upgrade.name();
        this.owner = upgrade.owner();
        this.admission = upgrade.admission();
        this.options = options;
        this.events = events;
        this.session = events.session();
        this.gone = gone;
        // Until the link is opened, and its heartbeat watches.
        session.setIdleTimeout(options.keepAlive().patience());
        events.onEarlyEnd(() -> gone.accept(this));
    }

    /** What the upgrade settled, with whose links this one is counted. */
    record Upgrade(String name, String owner, Admission.Granted admission) {}

    @Override
    public String name() {
        return name;
    }

    String owner() {
        return owner;
    }

    @Override
    public Caller peer() {
        return admission.caller();
    }

    @Override
    public boolean trustsIdentities() {
        return admission.trustsIdentities();
    }

    @Override
    public void open(LinkListener listener) {
        Connection now;
        lock.lock();
        try {
            if (connection != null) {
                throw new IllegalStateException("the link is open already");
            }
            CallEventCodec codec = CallEventCodec.withLimit(options.maxEventSize());
            now =
                    new Connection(
                            new Wire(session),
                            options,
                            new TextReceiver(this, listener, codec),
                            ended -> {
                                gone.accept(this);
                                listener.down(describe(ended));
                            });
            connection = now;
        } finally {
            lock.unlock();
        }
        session.setIdleTimeout(Duration.ZERO);
        listener.up();
        events.begin(now);
    }

    private String describe(Connection.End end) {
        return "the link to " + name + " ended: " + CloseCode.describe(end.code(), end.reason());
    }

    @Override
    public boolean isUp() {
        Connection now = connection;
        return now != null && now.isUp();
    }

    @Override
    public boolean writesAtOnce() {
        return true;
    }

    @Override
    public void send(CallEvent event) {
        Connection now = connection;
        if (now == null) {
            throw new CallException(ErrorCode.UNAVAILABLE, "the link to " + name + " is not open");
        }
        now.send(event);
    }

    @Override
    public void close() {
        close(CloseCode.NORMAL, "");
    }

    void close(int code, String reason) {
        Connection now = connection;
        if (now != null) {
            now.close(code, reason);
        } else {
            gone.accept(this);
            Callback last = Callback.from(session::abort, problem -> session.abort());
            session.close(code, reason, last);
        }
    }
}
