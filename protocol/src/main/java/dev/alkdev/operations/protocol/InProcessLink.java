package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** One end of a link within the process: an event is handed to the other end as it is. */
public final class InProcessLink implements Link {
    private final String name;
    private final Caller peer;
    private final boolean trustsIdentities;
    private final AtomicBoolean closed;
    private final AtomicBoolean joined;
    private final AtomicReference<@Nullable LinkListener> listener = new AtomicReference<>();
    private @Nullable InProcessLink other;

    /** What both ends know: whether they are closed, and whether they were told to be up. */
    private record Shared(AtomicBoolean closed, AtomicBoolean joined) {}

    private InProcessLink(String name, Caller peer, boolean trustsIdentities, Shared shared) {
        this.name = name;
        this.peer = peer;
        this.trustsIdentities = trustsIdentities;
        this.closed = shared.closed;
        this.joined = shared.joined;
    }

    /** Two ends joined to each other. */
    public record Pair(InProcessLink left, InProcessLink right) {}

    /** Two ends that trust each other. */
    public static Pair pair() {
        return pair(Caller.trusted(), Caller.trusted(), true);
    }

    /**
     * Two ends.
     *
     * @param left who calls from the left end, as the right end sees it
     * @param right who calls from the right end, as the left end sees it
     * @param trustIdentities whether both take the identity in a request for true
     */
    public static Pair pair(Caller left, Caller right, boolean trustIdentities) {
        Shared shared = new Shared(new AtomicBoolean(), new AtomicBoolean());
        InProcessLink leftEnd =
                new InProcessLink("in-process right", right, trustIdentities, shared);
        InProcessLink rightEnd =
                new InProcessLink("in-process left", left, trustIdentities, shared);
        leftEnd.other = rightEnd;
        rightEnd.other = leftEnd;
        return new Pair(leftEnd, rightEnd);
    }

    @Override
    public String name() {
        return name;
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
    public void open(LinkListener listener) {
        if (!this.listener.compareAndSet(null, listener)) {
            throw new IllegalStateException("the link is open already");
        }
        InProcessLink end = other;
        LinkListener others = end == null ? null : end.listener.get();
        if (others != null && joined.compareAndSet(false, true)) {
            listener.up();
            others.up();
        }
    }

    @Override
    public boolean isUp() {
        return !closed.get()
                && listener.get() != null
                && other != null
                && other.listener.get() != null;
    }

    @Override
    public void send(CallEvent event) {
        LinkListener receiver = other == null ? null : other.listener.get();
        if (closed.get() || receiver == null) {
            throw new CallException(ErrorCode.UNAVAILABLE, "the link to " + name + " is down");
        }
        receiver.received(event);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            down(this);
            if (other != null) {
                down(other);
            }
        }
    }

    private static void down(InProcessLink end) {
        LinkListener listener = end.listener.get();
        if (listener != null) {
            listener.down("the link was closed");
        }
    }
}
