package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * A stream of events that outlasts its connection: its latest events are kept, so that a client
 * that lost its connection continues after the last event it has. Each event is written to the
 * connection at the time it is added, and the switch to another connection is made when that one
 * has all events that are kept; so no event is lost, and none is sent twice. Threads may share it.
 */
final class KeptStream {
    private static final Logger LOG = LoggerFactory.getLogger(KeptStream.class);

    private final KeptStreams.Session session;
    private final String id;

    /** Held while an event is written, which may wait for a slow client: keeps the order. */
    private final Mutex sending = new Mutex();

    // Guarded by the lock of the session:
    private final Deque<Event> events = new ArrayDeque<>();
    private long last;
    private long dropped;
    private boolean ended;
    private boolean closed;

    /** Where events are written; null while there is no connection, or it still catches up. */
    private @Nullable MessageStream connection;

    private @Nullable MessageStream newest;

    KeptStream(KeptStreams.Session session, String id) {
        this.session = session;
        this.id = id;
    }

    /** An event that a client may still ask for. */
    private static final class Event {
        private final long number;
        private final byte[] json;

        Event(long number, byte[] json) {
            this.number = number;
            this.json = json;
        }

        /** About how many bytes it takes. */
        long weight() {
            return 128L + json.length;
        }
    }

    /** Creates the message about dropped events for a client. */
    interface Gap {
        /** A message; null for none. */
        byte @Nullable [] message(long lost);
    }

    String id() {
        return id;
    }

    boolean isEnded() {
        try (Registration held = session.lock().hold()) {
            return ended;
        }
    }

    /** Sends an event, waiting for a client that reads slowly. Without a connection it is kept. */
    void put(byte[] json) throws InterruptedException {
        sending.lockInterruptibly();
        try {
            MessageStream to;
            EventId event;
            try (Registration held = session.lock().hold()) {
                event = add(json, false);
                to = connection;
            }
            if (to != null) {
                to.put(event, json);
            }
        } catch (CallException lost) {
            LOG.debug("An event is kept, since its connection is lost", lost);
        } finally {
            sending.unlock();
        }
    }

    /** Sends an event without waiting; a client that does not read loses its connection. */
    void offer(byte[] json) {
        MessageStream refused = null;
        try (Registration held = session.lock().hold()) {
            if (!ended) {
                EventId event = add(json, false);
                if (connection != null && !connection.offer(event, json)) {
                    refused = connection;
                    connection = null;
                }
            }
        }
        if (refused != null) {
            refused.end();
        }
    }

    /** Ends the stream, with a last event if there is one. Only the first end counts. */
    void end(byte @Nullable [] json) {
        try (Registration sends = sending.hold()) {
            MessageStream to;
            EventId event = null;
            try (Registration held = session.lock().hold()) {
                if (ended) {
                    return;
                }
                session.ended(id);
                event = json == null ? null : add(json, true);
                ended = true;
                to = connection;
            }
            if (to != null && event != null && json != null) {
                to.end(event, json);
            } else if (to != null) {
                to.end();
            }
        }
    }

    private EventId add(byte[] json, boolean isLast) {
        Event event = new Event(++last, json);
        if (session.makeRoom(event.weight(), this)) {
            events.add(event);
        } else if (isLast) {
            Event instead = new Event(last, LostEvents.response(new EventId(id, last)));
            session.force(instead.weight());
            events.add(instead);
        } else {
            dropped = last;
        }
        return new EventId(id, last);
    }

    /** Whether a client that has this event has all. */
    boolean isOver(long number) {
        try (Registration held = session.lock().hold()) {
            return ended && number >= last;
        }
    }

    private boolean isClosed() {
        try (Registration held = session.lock().hold()) {
            return closed;
        }
    }

    /** Drops all events, with the lock of the session held: it can be resumed no longer. */
    void close() {
        closed = true;
        boolean more;
        do {
            more = dropOldest();
        } while (more);
    }

    /** Drops the oldest event, with the lock of the session held; false if there is none. */
    boolean dropOldest() {
        Event oldest = events.poll();
        if (oldest == null) {
            return false;
        }
        dropped = oldest.number;
        session.release(oldest.weight());
        return true;
    }

    /**
     * Continues on a connection, in place of any other, after an event. Waits for a client that
     * reads slowly, but holds no lock meanwhile.
     *
     * @param gap tells the client of events that are not kept any longer
     */
    void connect(MessageStream to, long after, Gap gap) {
        MessageStream before = replace(to);
        if (before != null) {
            // This also releases a thread that waits for the client of that connection.
            before.end();
        }
        try {
            long sent = after;
            for (Missed next = missed(to, sent); next.isSome(); next = missed(to, sent)) {
                byte[] message = next.lost > 0 ? gap.message(next.lost) : null;
                sent += next.lost;
                if (message != null) {
                    to.put(new EventId(id, sent), message);
                }
                for (Event event : next.events) {
                    to.put(new EventId(id, event.number), event.json);
                    sent = event.number;
                }
            }
            if (isClosed()) {
                EventId lost = new EventId(id, sent).asLast();
                to.end(lost, LostEvents.response(lost));
            } else if (isEnded()) {
                to.end();
            }
        } catch (CallException gone) {
            LOG.debug("The client that resumes a stream has gone", gone);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            to.end();
        }
    }

    private @Nullable MessageStream replace(MessageStream to) {
        try (Registration held = session.lock().hold()) {
            MessageStream before = newest;
            newest = to;
            connection = null;
            return before;
        }
    }

    /**
     * The events that a connection does not have.
     *
     * @param lost how many before them are not kept any longer
     */
    private record Missed(long lost, List<Event> events) {
        boolean isSome() {
            return lost > 0 || !events.isEmpty();
        }
    }

    /** What is kept after an event. If that is nothing, events go to the connection from now on. */
    private Missed missed(MessageStream to, long after) {
        try (Registration held = session.lock().hold()) {
            List<Event> missed = events.stream().filter(event -> event.number > after).toList();
            Missed all = new Missed(Math.max(0, dropped - after), missed);
            if (!all.isSome() && !ended && to.equals(newest)) {
                connection = to;
            }
            return all;
        }
    }

    /** A connection is lost, or has ended; the events are kept from here on. */
    void disconnected(MessageStream from) {
        try (Registration held = session.lock().hold()) {
            if (from.equals(connection)) {
                connection = null;
            }
            if (from.equals(newest)) {
                newest = null;
            }
        }
    }

    /** Whether a client reads it, or begins to. */
    boolean isConnected() {
        try (Registration held = session.lock().hold()) {
            return newest != null;
        }
    }
}
