package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;

/**
 * A two-way pipe that carries call events between two peers. Threads may share it.
 *
 * <p>A link may go down and come up again by itself; what was under way then is lost, and both
 * sides know it. Once closed, it stays down.
 */
public interface Link extends AutoCloseable {

    /** The name of the other end, for logs and listings. */
    String name();

    /** Who the other end is, as authenticated when the link was made. */
    Caller peer();

    /**
     * Whether the identity in a request is used, because the peer is trusted to name its callers.
     */
    default boolean trustsIdentities() {
        return false;
    }

    /** Whether this side opened the connection. */
    default boolean isOutgoing() {
        return false;
    }

    /**
     * Whether an event is written out before {@link #send} returns, so that what it contains may
     * change afterwards.
     */
    default boolean writesAtOnce() {
        return false;
    }

    /**
     * Starts the delivery of events. Called once, before anything is sent.
     *
     * @throws IllegalStateException if it was called before
     */
    void open(LinkListener listener);

    boolean isUp();

    /**
     * Sends an event. Events arrive in the order in which one thread sends them. Blocks while the
     * peer is slow to take what was sent before.
     *
     * @throws CallException {@code UNAVAILABLE} if the link is down, {@code VALIDATION_ERROR} if
     *     the event is too large
     */
    void send(CallEvent event);

    /**
     * Stops offering operations, so that no new requests arrive, and returns when the other end can
     * know of it; running calls continue. Nothing to do for a link that is simply closed
     * afterwards.
     */
    default void retire() {}

    /** Takes the link down for good. Closing twice does nothing. */
    @Override
    void close();
}
