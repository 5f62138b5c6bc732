package dev.alkdev.operations.http;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.LogCounter;
import dev.alkdev.operations.Registration;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.StreamSink;
import dev.alkdev.operations.TimeSource;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * One subscription on its way to a client. Its only thread runs the handler; another writes while
 * there are events. Threads share it.
 */
final class EventStream implements StreamSink {
    private static final Logger LOG = LoggerFactory.getLogger(RestGateway.class);
    private static final LogCounter UNWRITABLE = new LogCounter();

    private final EventStreams streams;
    private final EventForm form;
    private final Runnable finished;
    private final EventOutbox outbox;
    private final TimeSource time;
    private final Cancellation cancellation;
    private volatile boolean opened;
    private volatile boolean over;
    private volatile long lastActive;
    private volatile @Nullable Registration heartbeat;

    /**
     * A stream.
     *
     * @param cancellation of its call, which ends with its client
     * @param finished run once after it was opened: all is written, or nothing more can be
     */
    EventStream(EventStreams streams, EventForm form, Cancellation cancellation, Runnable finished)
            throws IOException {
        this.streams = streams;
        this.cancellation = cancellation;
        this.form = form;
        this.finished = finished;
        OutputStream out = form.exchange().response().getOutputStream();
        this.time = streams.registry().time();
        this.outbox = new EventOutbox(out, streams.registry().byteBudget().bulk(), this::written);
    }

    /**
     * Runs the handler on this thread, to its end.
     *
     * @throws CallException if it cannot be opened; what happens later is told to the client
     */
    void run(Call call) {
        try {
            streams.registry().stream(call, this);
            outbox.end(EventForm::complete);
        } catch (CallException failure) {
            if (!opened) {
                throw failure;
            }
            outbox.end(events -> form.error(failure, events));
        } finally {
            over = true;
            stopBeating();
            if (opened) {
                // Only if something unforeseen was thrown: the client sees a stream without end.
                outbox.end(events -> {});
            }
        }
    }

    boolean isOpened() {
        return opened;
    }

    /** The client learns at once that the stream is open, whenever the first item comes. */
    @Override
    public void open() {
        opened = true;
        lastActive = time.millis();
        outbox.open();
        beatIn(streams.heartbeat());
        streams.opened(this);
    }

    @Override
    public boolean writesAtOnce() {
        return true;
    }

    @Override
    public void item(ResponseEnvelope<JsonNode> item) throws InterruptedException {
        lastActive = time.millis();
        try {
            outbox.put(events -> form.item(item, events));
        } catch (CallException ended) {
            throw ended;
        } catch (RuntimeException | StackOverflowError unwritable) {
            if (UNWRITABLE.due(unwritable.toString()) > 0) {
                LOG.warn("An item of an event stream could not be written", unwritable);
            }
            throw new CallException(ErrorCode.EXECUTION_ERROR, "an item failed");
        }
    }

    private void beatIn(Duration delay) {
        heartbeat = time.schedule(delay, this::beat);
        if (over) {
            stopBeating();
        }
    }

    /** Shows that the stream is alive if it was silent; that also finds clients that have gone. */
    private void beat() {
        Duration left = streams.heartbeat().minusMillis(time.millis() - lastActive);
        if (left.isPositive()) {
            beatIn(left);
        } else {
            lastActive = time.millis();
            outbox.putIfIdle(EventForm::heartbeat);
            beatIn(streams.heartbeat());
        }
    }

    private void stopBeating() {
        Registration next = heartbeat;
        if (next != null) {
            next.close();
        }
    }

    private void written(@Nullable Throwable problem) {
        if (problem != null) {
            LOG.debug("The client of {} has gone", form.exchange().path(), problem);
            cancellation.cancel(gone().getMessage());
        }
        finished.run();
    }

    private static CallException gone() {
        return new CallException(ErrorCode.ABORTED, "the client closed the connection");
    }

    /** Ends the stream from this side, soon; a client that is still connected gets the reason. */
    void end(CallException reason) {
        if (opened) {
            outbox.end(events -> form.error(reason, events));
        }
        cancellation.cancel(reason.getMessage());
    }

    /** Ends the stream soon: nobody reads any longer. */
    void abandon() {
        if (opened) {
            outbox.end(events -> {});
        }
        cancellation.cancel(gone().getMessage());
    }
}
