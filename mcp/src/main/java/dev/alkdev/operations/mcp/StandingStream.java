package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;

/**
 * The notifications of a session of before 2026-07-28, which a client receives over one connection
 * after the other. Without a connection it ends after a while. Threads may share it.
 */
final class StandingStream implements AutoCloseable {
    final KeptStream kept;
    private final Caller caller;
    private final TimeSource time;
    private final Consumer<StandingStream> ended;
    private final Mutex lock = new Mutex();
    private @Nullable Listener listener;
    private Registration listening = () -> {};
    private Registration end = () -> {};
    private boolean closed;

    /**
     * A stream that receives nothing yet.
     *
     * @param ended runs when it ends without a client
     */
    StandingStream(
            KeptStream kept, Caller caller, TimeSource time, Consumer<StandingStream> ended) {
        this.kept = kept;
        this.caller = caller;
        this.time = time;
        this.ended = ended;
    }

    void offer(RpcMessage message) {
        kept.offer(HttpAnswers.bytes(message.toJson()));
    }

    /** Receives notifications until it is closed. */
    void listen(Listener listener, Registration listening) {
        try (Registration held = lock.hold()) {
            this.listener = listener;
            if (!closed) {
                this.listening = listening;
                return;
            }
        }
        listening.close();
    }

    /**
     * Continues on a connection.
     *
     * @param after the number of the last event that the client has
     */
    void connect(MessageStream connection, long after) {
        restart(() -> {});
        connection.own(() -> disconnected(connection));
        kept.connect(connection, after, this::lost);
    }

    private void disconnected(MessageStream connection) {
        kept.disconnected(connection);
        if (!kept.isConnected()) {
            restart(time.schedule(KeptStreams.PATIENCE, () -> ended.accept(this)));
        }
    }

    private void restart(Registration later) {
        Registration before;
        try (Registration held = lock.hold()) {
            before = end;
            end = later;
        }
        before.close();
    }

    /** A client that missed changes reads all lists again. */
    private byte @Nullable [] lost(long count) {
        allChanged();
        return LostEvents.message(count);
    }

    /** Notifies the client that any list may have changed. */
    void allChanged() {
        Listener told;
        try (Registration held = lock.hold()) {
            told = listener;
        }
        if (told != null) {
            told.allChanged();
        }
    }

    Caller caller() {
        return caller;
    }

    boolean isOf(String id) {
        return kept.id().equals(id);
    }

    boolean isConnected() {
        return kept.isConnected();
    }

    @Override
    public void close() {
        Registration source;
        try (Registration held = lock.hold()) {
            closed = true;
            source = listening;
            listening = () -> {};
        }
        restart(() -> {});
        source.close();
        kept.end(null);
    }
}
