package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** One running handler of a subscription, on its virtual thread. Knows its reader's buffer only. */
final class StreamRun implements Registration {
    private static final Logger LOG = LoggerFactory.getLogger(OperationRegistry.class);

    /** How long closing waits for a handler that does not heed its interrupt. */
    static final Duration PATIENCE = Duration.ofSeconds(1);

    /** A handler that has not ended within this time ignores interrupts. */
    private static final Duration GENEROUS = PATIENCE.dividedBy(2);

    private final OperationRegistry registry;
    private final RegisteredOperation operation;
    private final Call call;
    private final @Nullable ObservedCall observed;
    private final StreamBuffer buffer;
    private final CallLifetime lifetime;
    private final CountDownLatch ended = new CountDownLatch(1);
    private JsonNode input;
    private @Nullable IdleWatch idle;
    private @Nullable Thread thread;

    StreamRun(
            OperationRegistry registry,
            RegisteredOperation operation,
            Call call,
            @Nullable ObservedCall observed) {
        this.registry = registry;
        this.operation = operation;
        this.call = call;
        this.observed = observed;
        this.input = call.input();
        this.buffer =
                new StreamBuffer(
                        Math.min(registry.streamBuffer(), call.window().orElse(Integer.MAX_VALUE)),
                        registry.byteBudget().bulk());
        this.lifetime = CallLifetime.own(call, call.deadlineFrom(registry.time()), registry.time());
    }

    StreamBuffer buffer() {
        return buffer;
    }

    /**
     * Checks the input, within the time that the stream has.
     *
     * @throws CallException if it is refused, or the stream has ended; nothing of it is left then
     */
    void checkInput() {
        try {
            lifetime.before(
                    () -> {
                        input = operation.input(call);
                        CallException refusal = operation.refusal(input);
                        if (refusal != null) {
                            throw refusal;
                        }
                    });
        } catch (RuntimeException | Error failure) {
            lifetime.exit();
            lifetime.throwIfEnded();
            throw failure;
        }
    }

    /**
     * Starts the handler.
     *
     * @param open counts it until it has ended
     * @throws CallException if the call that opened it is over
     */
    void start(AtomicLong open) {
        OperationContext parent = call.terms().parent;
        CallResources owner = parent == null ? null : parent.resources();
        Thread running =
                Thread.ofVirtual()
                        .name("operations-stream " + operation.id())
                        .unstarted(() -> run(open, owner));
        thread = running;
        if (owner != null && !owner.add(this)) {
            buffer.close();
            lifetime.exit();
            throw new CallException(
                    ErrorCode.ABORTED,
                    "the call that would subscribe to " + operation.id() + " is over");
        }
        open.incrementAndGet();
        running.start();
    }

    private void run(AtomicLong open, @Nullable CallResources owner) {
        try {
            run();
        } finally {
            if (owner != null) {
                owner.forget(this);
            }
            open.decrementAndGet();
            ended.countDown();
        }
    }

    private void run() {
        Cancellation cancellation = lifetime.cancellation();
        OperationContext context =
                new OperationContext(call, registry, operation.authority(), lifetime);
        cancellation.onCancel(this::abort);
        CallException failure = null;
        try {
            lifetime.enter();
            watchIdleness();
            if (observed != null) {
                observed.running();
            }
            operation.streamHandler().handle(input, context, new Items());
        } catch (Throwable thrown) {
            // Whatever happens next, it must not look like the regular end.
            failure = new CallException(ErrorCode.UNKNOWN_ERROR, operation.id() + " failed");
            failure = failure(thrown);
        } finally {
            try {
                if (idle != null) {
                    idle.close();
                }
                lifetime.exit();
                context.end();
            } finally {
                end(failure, observed);
            }
        }
    }

    private void end(@Nullable CallException failure, @Nullable ObservedCall observed) {
        buffer.end(failure);
        if (observed != null) {
            observed.ended(CallOutcome.ofStream(failure));
        }
    }

    private void watchIdleness() {
        Duration own = call.terms().idleTimeout;
        Duration timeout = own == null ? registry.idleTimeout() : own;
        if (timeout != null) {
            idle =
                    IdleWatch.start(
                            registry.time(),
                            timeout,
                            () -> !buffer.isFull(),
                            () ->
                                    expire(
                                            "the stream sent nothing for "
                                                    + timeout.toMillis()
                                                    + " ms"));
        }
    }

    private final class Items implements Emitter<@Nullable Object> {

        @Override
        public void emit(@Nullable Object item) {
            pass(item, null);
        }

        @Override
        public void emit(@Nullable Object item, String eventId) {
            pass(item, eventId);
        }
    }

    private void pass(@Nullable Object item, @Nullable String eventId) {
        ResponseEnvelope<JsonNode> envelope = operation.results().envelope(item, eventId, call);
        if (observed != null) {
            observed.item();
        }
        if (idle == null) {
            buffer.put(envelope);
            return;
        }
        // Before, since the reader may be faster than this thread; after, since it may be slower.
        idle.active();
        buffer.put(envelope);
        idle.active();
    }

    private CallException failure(Throwable thrown) {
        CallException outside = lifetime.cancellation().failure();
        return outside != null ? outside : operation.failure(thrown);
    }

    private void abort() {
        CallException failure = lifetime.cancellation().failure();
        if (failure != null) {
            buffer.abort(failure);
        }
    }

    /** Ends the handler from outside; its reader learns why. */
    void end(CallException failure) {
        lifetime.cancellation().fail(failure);
    }

    void expire(String reason) {
        lifetime.cancellation().expire(operation.id() + ": " + reason);
    }

    /** The reader was found dropped. Actions given to onCancel must not hold up who found it. */
    void drop() {
        if (!buffer.isClosed()) {
            Thread.ofVirtual().name("operations-dropped").start(this::abandon);
        }
    }

    /** Nobody reads any longer: ends the handler, without waiting for it. */
    void abandon() {
        buffer.close();
        lifetime.cancellation().cancel("the stream was closed");
    }

    /** Ends the handler and waits for it, but not for ever. */
    @Override
    public void close() {
        abandon();
        awaitEnd(PATIENCE);
    }

    /** Waits for the handler, which was told to end; one that had its time and goes on is named. */
    void awaitEnd(Duration patience) {
        if (Thread.currentThread().equals(thread)) {
            return;
        }
        try {
            boolean inTime = ended.await(patience.toNanos(), TimeUnit.NANOSECONDS);
            if (!inTime && patience.compareTo(GENEROUS) > 0) {
                LOG.warn(
                        "The handler of {} still runs although its stream was closed: it should end"
                                + " when it is interrupted",
                        operation.id());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
