package dev.alkdev.operations.websocket;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.Link;
import dev.alkdev.operations.protocol.LinkListener;
import dev.alkdev.operations.protocol.TextReceiver;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/** The server's end of a link. It lives as long as its connection. */
final class ServerLink implements Link {
    private static final String EXPIRED = "the token has expired";

    private final String name;
    private final String owner;
    private final Admission.Granted admission;
    private final WebSocketOptions options;
    private final Socket socket;
    private final Consumer<ServerLink> ended;
    private final Mutex lock = new Mutex();
    private volatile @Nullable Connection connection;
    private volatile @Nullable Registration expiry;
    private volatile boolean gone;

    ServerLink(
            Upgrade upgrade, WebSocketOptions options, Socket socket, Consumer<ServerLink> ended) {
        this.name = upgrade.name();
        this.owner = upgrade.owner();
        this.admission = upgrade.admission();
        this.options = options;
        this.socket = socket;
        this.ended = ended;
        // Until the link is opened, and its heartbeat watches.
        socket.idleTimeout(options.keepAlive().timeout());
        socket.onEarlyEnd(() -> ended.accept(this));
    }

    /** What the upgrade settled, with whose links this one is counted. */
    record Upgrade(String name, String owner, Admission.Granted admission) {}

    /** Closes the link when what admitted it expires. */
    void closeAtExpiry(TimeSource time) {
        Instant end = admission.expires();
        if (end != null) {
            Duration left = Duration.between(time.now(), end);
            Runnable closing = () -> close(CloseCode.POLICY, EXPIRED);
            expiry =
                    time.schedule(
                            left.isNegative() ? Duration.ZERO : left,
                            () -> Thread.startVirtualThread(closing));
            if (gone) {
                forgetExpiry();
            }
        }
    }

    /** It is over: nothing is left to close. */
    void forgetExpiry() {
        gone = true;
        Registration timer = expiry;
        if (timer != null) {
            timer.close();
        }
    }

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
        try (Registration held = lock.hold()) {
            if (connection != null) {
                throw new IllegalStateException("the link is open already");
            }
            now =
                    new Connection(
                            socket.wire(),
                            options,
                            codec -> new TextReceiver(this, listener, codec, options.budget()),
                            end -> {
                                ended.accept(this);
                                listener.down(describe(end));
                            });
            connection = now;
        }
        socket.idleTimeout(Duration.ZERO);
        listener.up();
        socket.begin(now);
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
            ended.accept(this);
            socket.refuse(code, reason);
        }
    }
}
