package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.StreamSink;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.protocol.CallEvent.Responded;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A request of the peer while it is answered. */
final class ActiveCall {
    /** More credit than this is not kept: it stands for any number. */
    private static final int MAX_CREDITS = 1 << 30;

    /** How long a reader may take nothing before its stream gives up its place. */
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    private final Requested request;
    private final long deadline;
    private final Cancellation cancellation = Cancellation.create();
    private final @Nullable Semaphore credits;

    /**
     * A request that came.
     *
     * @param deadline by this clock
     */
    ActiveCall(Requested request, long deadline) {
        this.request = request;
        this.deadline = deadline;
        this.credits = request.call().window().map(Semaphore::new).orElse(null);
    }

    Requested request() {
        return request;
    }

    /** When it must have ended, by this clock. */
    long deadline() {
        return deadline;
    }

    String requestId() {
        return request.requestId();
    }

    Cancellation cancellation() {
        return cancellation;
    }

    void cancel(String reason) {
        cancellation.cancel(reason);
    }

    /** Waits until the reader is ready for one more item; false if it took none for so long. */
    boolean awaitCredit(Duration patience) throws InterruptedException {
        return credits == null || credits.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    void addCredits(int count) {
        if (credits != null && count > 0 && credits.availablePermits() < MAX_CREDITS) {
            credits.release(Math.min(count, MAX_CREDITS));
        }
    }

    /** Sends the items of a stream, as many as its reader has given credit for. */
    StreamSink items(Link link) {
        return new Items(link);
    }

    private final class Items implements StreamSink {
        private final Link link;
        private long sequence;

        Items(Link link) {
            this.link = link;
        }

        @Override
        public boolean writesAtOnce() {
            return link.writesAtOnce();
        }

        @Override
        public void item(ResponseEnvelope<JsonNode> item) throws InterruptedException {
            if (!awaitCredit(PATIENCE)) {
                throw new CallException(
                        ErrorCode.TIMEOUT,
                        "nobody read " + request.operationId() + " for " + PATIENCE);
            }
            try {
                link.send(new Responded(requestId(), item, sequence++));
            } catch (CallException refused) {
                throw refused;
            } catch (RuntimeException | StackOverflowError e) {
                throw CallHandler.unanswerable(request, e);
            }
        }
    }
}
