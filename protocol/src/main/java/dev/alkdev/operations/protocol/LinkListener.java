package dev.alkdev.operations.protocol;

/**
 * Receives the events of a link. The events of one request come in order; those of several may come
 * on several threads at once. It must not block, because nothing else may arrive meanwhile.
 */
public interface LinkListener {

    /** What this side offers to the other. */
    default Offering offering() {
        return Offering.nothing();
    }

    /** The link is up: events can be sent. */
    void up();

    void received(CallEvent event);

    /** As {@link #received(CallEvent)}, for a result whose data nobody has parsed yet. */
    default void received(UnreadResult result) {
        received(result.read());
    }

    /** The link is down: nothing that was sent will be answered. It may come up again. */
    void down(String reason);
}
