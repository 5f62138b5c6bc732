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
    private final Pipe pipe;

    /**
     * The listeners of both ends, whether they were notified of being up, and whether it is closed.
     */
    private record Pipe(
            AtomicReference<@Nullable LinkListener> own,
            AtomicReference<@Nullable LinkListener> other,
            AtomicBoolean joined,
            AtomicBoolean closed) {}

    private InProcessLink(String name, Caller peer, boolean trustsIdentities, Pipe pipe) {
        this.name = name;
        this.peer = peer;
        this.trustsIdentities = trustsIdentities;
        this.pipe = pipe;
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
        AtomicReference<@Nullable LinkListener> atLeft = new AtomicReference<>();
        AtomicReference<@Nullable LinkListener> atRight = new AtomicReference<>();
        AtomicBoolean joined = new AtomicBoolean();
        AtomicBoolean closed = new AtomicBoolean();
        Pipe toRight = new Pipe(atLeft, atRight, joined, closed);
        Pipe toLeft = new Pipe(atRight, atLeft, joined, closed);
        return new Pair(
                new InProcessLink("in-process right", right, trustIdentities, toRight),
                new InProcessLink("in-process left", left, trustIdentities, toLeft));
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
        if (!pipe.own.compareAndSet(null, listener)) {
            throw new IllegalStateException("the link is open already");
        }
        LinkListener other = pipe.other.get();
        if (other != null && pipe.joined.compareAndSet(false, true)) {
            listener.up();
            other.up();
        }
    }

    @Override
    public boolean isUp() {
        return !pipe.closed.get() && pipe.own.get() != null && pipe.other.get() != null;
    }

    @Override
    public void send(CallEvent event) {
        LinkListener receiver = pipe.other.get();
        if (pipe.closed.get() || receiver == null) {
            throw new CallException(ErrorCode.UNAVAILABLE, "the link to " + name + " is down");
        }
        receiver.received(event);
    }

    @Override
    public void close() {
        if (pipe.closed.compareAndSet(false, true)) {
            down(pipe.own.get());
            down(pipe.other.get());
        }
    }

    private static void down(@Nullable LinkListener listener) {
        if (listener != null) {
            listener.down("the link was closed");
        }
    }
}
