package dev.alkdev.operations.http;

import dev.alkdev.operations.ByteBudget;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.LogCounter;
import dev.alkdev.operations.Subscription;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * One subscription on its way to a client. A thread of its own reads the items, so that the one
 * which writes can say in the meantime that the stream is alive.
 */
final class EventStream {
    private static final Logger LOG = LoggerFactory.getLogger(RestGateway.class);
    private static final LogCounter UNWRITABLE = new LogCounter();

    private final Subscription<JsonNode> items;
    private final EventForm form;
    private final EventOutbox outbox;

    /**
     * A stream.
     *
     * @param budget for what waits to be written
     */
    EventStream(Subscription<JsonNode> items, EventForm form, ByteBudget budget) {
        this.outbox = new EventOutbox(budget);
        this.items = items;
        this.form = form;
    }

    /**
     * Writes events until the stream ends.
     *
     * @throws IOException if the client has gone
     */
    void write(OutputStream out, Duration heartbeat) throws IOException {
        Thread.ofVirtual().name("operations-events").start(this::read);
        try {
            // The client learns at once that the stream is open, whenever the first item comes.
            out.flush();
            EventBytes events = outbox.take(heartbeat);
            while (events != null) {
                if (events.size() == 0) {
                    out.write(EventForm.HEARTBEAT);
                } else {
                    events.writeTo(out);
                }
                out.flush();
                events = outbox.take(heartbeat);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            close();
        }
    }

    private void read() {
        EventBytes last = EventForm.complete();
        try (form) {
            // Not a turn longer than events are written: reading on while the writer waits for its
            // turn to close the items, this and the handler would wake each other without end, and
            // the scheduler of virtual threads lets such a pair keep all others from running.
            boolean written = true;
            while (written && items.hasNext()) {
                written = outbox.put(form.item(items.next()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (CallException failure) {
            last = form.error(failure);
        } catch (RuntimeException unwritable) {
            if (UNWRITABLE.due(unwritable.toString()) > 0) {
                LOG.warn("An item of an event stream could not be written", unwritable);
            }
            last = form.error(new CallException(ErrorCode.EXECUTION_ERROR, "an item failed"));
        } finally {
            outbox.end(last);
        }
    }

    /** Ends the stream from this side, soon; a client that is still connected gets the reason. */
    void end(CallException reason) {
        outbox.end(form.error(reason));
    }

    /** Ends the stream soon: nobody reads any longer. */
    void abandon() {
        outbox.end(new EventBytes());
    }

    /** Ends the handler and waits a little for it. */
    void close() {
        abandon();
        items.close();
        outbox.release();
    }
}
