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
    private final AtomicReference<@Nullable LinkListener> listener = new AtomicReference<>();
    private @Nullable InProcessLink other;

    private InProcessLink(
            String name, Caller peer, boolean trustsIdentities, AtomicBoolean closed) {
        this.name = name;
        this.peer = peer;
        this.trustsIdentities = trustsIdentities;
        this.closed = closed;
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
        AtomicBoolean closed = new AtomicBoolean();
        InProcessLink leftEnd =
                new InProcessLink("in-process right", right, trustIdentities, closed);
        InProcessLink rightEnd =
                new InProcessLink("in-process left", left, trustIdentities, closed);
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
        if (others != null) {
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
