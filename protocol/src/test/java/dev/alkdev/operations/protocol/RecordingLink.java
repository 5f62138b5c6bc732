package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

/** A link whose other end is the test: it sees what is sent, and says what is received. */
final class RecordingLink implements Link {
    private final List<CallEvent> sent = new CopyOnWriteArrayList<>();
    private final Semaphore taken = new Semaphore(1_000_000);
    private volatile @Nullable LinkListener listener;
    private volatile boolean up = true;
    private Caller peer = Caller.trusted();
    private boolean trustsIdentities;
    private boolean outgoing;
    private volatile @Nullable Error error;

    /** Before it is opened: who the other end is, and whether it may name its callers. */
    RecordingLink knownAs(Caller peer, boolean trustsIdentities) {
        this.peer = peer;
        this.trustsIdentities = trustsIdentities;
        return this;
    }

    /** Before it is opened: made by this side. */
    RecordingLink outgoing() {
        this.outgoing = true;
        return this;
    }

    /** What was sent so far. */
    List<CallEvent> sent() {
        return sent;
    }

    /** Sending fails with this error from now on. */
    void failWith(Error error) {
        this.error = error;
    }

    /** Whoever sends waits from now on, as if the other end took nothing. */
    void hold() {
        taken.drainPermits();
    }

    void release() {
        taken.release(1_000_000);
    }

    /** How many wait to send something. */
    int waiting() {
        return taken.getQueueLength();
    }

    LinkListener listener() {
        return Objects.requireNonNull(listener);
    }

    /** Goes down as a lost connection does: first it is down, then that is told. */
    void lose() {
        up = false;
        listener().down("the link was lost");
    }

    /** Comes up again, as a link that connects anew does. */
    void regain() {
        up = true;
        listener().up();
    }

    @Override
    public String name() {
        return "the test";
    }

    @Override
    public Caller peer() {
        return peer;
    }

    @Override
    public boolean trustsIdentities() {
        return trustsIdentities;
    }

    @Override
    public boolean isOutgoing() {
        return outgoing;
    }

    @Override
    public void open(LinkListener listener) {
        this.listener = listener;
        listener.up();
    }

    @Override
    public boolean isUp() {
        return up;
    }

    void setUp(boolean up) {
        this.up = up;
    }

    @Override
    public void send(CallEvent event) {
        try {
            taken.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallException(ErrorCode.ABORTED, "interrupted while sending");
        }
        if (!up) {
            throw new CallException(ErrorCode.UNAVAILABLE, "the link is down");
        }
        if (error != null) {
            throw error;
        }
        sent.add(event);
    }

    @Override
    public void close() {
        up = false;
        release();
    }
}
