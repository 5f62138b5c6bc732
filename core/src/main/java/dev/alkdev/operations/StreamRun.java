package dev.alkdev.operations;

import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.schema.SchemaInterruptedException;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** One handler of a stream, from its admission to its end, on whatever thread runs it. */
final class StreamRun implements Registration {
    /** How long closing waits for a handler that does not heed its interrupt. */
    static final Duration END_TIMEOUT = Duration.ofSeconds(1);

    /** A handler that has not ended within this time ignores interrupts. */
    private static final Duration GENEROUS = END_TIMEOUT.dividedBy(2);

    private final OperationRegistry registry;
    private final RegisteredOperation operation;
    private final Call call;
    private final @Nullable ObservedCall observed;
    final OperationContext context;
    private final CountDownLatch ended = new CountDownLatch(1);
    private JsonNode input;
    private volatile @Nullable Thread thread;
    private volatile boolean abandoned;

    private StreamRun(
            OperationRegistry registry,
            RegisteredOperation operation,
            Call call,
            @Nullable ObservedCall observed) {
        this.registry = registry;
        this.operation = operation;
        this.call = call;
        this.observed = observed;
        this.input = call.input();
        this.context =
                OperationContext.running(
                        call, operation, CallEnd.fixed(call.deadlineFrom(registry.time())), true);
    }

    /**
     * Admits a stream, so that its handler only has to be run. From now on the run reports its end.
     *
     * @throws CallException if it is refused
     */
    static StreamRun begin(OperationRegistry registry, Call call) {
        RegisteredOperation operation = registry.lookUp(call);
        ObservedCall observed =
                registry.observers.length == 0
                        ? null
                        : ObservedCall.begin(registry.observers, call, operation, true);
        try {
            RegisteredOperation found = RegisteredOperation.found(operation, call.operationId());
            found.handler(StreamHandler.class);
            found.checkAccess(call.caller());
            Call seen = observed == null ? call : observed.call();
            StreamRun run = new StreamRun(registry, found, seen, observed);
            run.admit();
            return run;
        } catch (Throwable failure) {
            if (observed != null) {
                throw observed.failed(failure);
            }
            throw failure;
        }
    }

    String operationId() {
        return operation.id();
    }

    Cancellation cancellation() {
        return Objects.requireNonNull(context.cancellation);
    }

    /**
     * Checks the input, within the time that the stream has, and makes it known to the call that
     * opens it.
     *
     * @throws CallException if it is refused, or the stream or the call that opens it has ended;
     *     nothing of it is left then
     */
    private void admit() {
        if (observed != null) {
            observed.endBy(cancellation());
        }
        try {
            context.interruptibly(() -> input = operation.checkedInput(call));
        } catch (RuntimeException | Error failure) {
            context.exit();
            context.throwIfEnded();
            if (failure instanceof SchemaInterruptedException) {
                throw operation.failure(failure);
            }
            throw failure;
        }
        CallResources owner = owner();
        if (owner != null && !owner.add(this)) {
            context.exit();
            throw new CallException(
                    ErrorCode.ABORTED,
                    "the call that would subscribe to " + operation.id() + " is over");
        }
        registry.openStreams.incrementAndGet();
    }

    private @Nullable CallResources owner() {
        OperationContext parent = call.terms.parent;
        return parent == null ? null : parent.resources();
    }

    /** Closes what the reader leaves unread when the call that opened the stream is over. */
    void keep(StreamBuffer unread) {
        CallResources owner = owner();
        if (owner != null && !owner.add(unread)) {
            unread.close();
        }
    }

    /** The reader has read everything, or is gone. */
    void forget(StreamBuffer unread) {
        CallResources owner = owner();
        if (owner != null) {
            owner.forget(unread);
        }
    }

    boolean computes() {
        return operation.computes;
    }

    /**
     * Runs the handler on this thread, or on a compute thread while this one waits.
     *
     * @throws CallException if it fails, or is ended from outside
     */
    void runHere(StreamSink sink) {
        if (!computes() || ComputeThreads.isHere()) {
            run(sink);
            return;
        }
        FutureTask<@Nullable Void> task = new FutureTask<>(() -> run(sink), null);
        ComputeThreads.start(task);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    task.get();
                    return;
                } catch (InterruptedException e) {
                    // The sink may still be in use: waits until the handler has ended.
                    interrupted = true;
                    cancellation().cancel("the reader was interrupted");
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Runs the handler on this thread.
     *
     * @throws CallException if it fails, or is ended from outside
     */
    void run(StreamSink sink) {
        thread = Thread.currentThread();
        CallException failure = null;
        try {
            failure = handle(new StreamItems(this, sink));
        } catch (Throwable broken) {
            // The machine is in trouble: it must not look like the regular end.
            failure = unknownFailure();
            throw broken;
        } finally {
            end(failure);
        }
        if (failure != null) {
            throw failure;
        }
    }

    private @Nullable CallException handle(StreamItems items) {
        Throwable thrown = null;
        try {
            context.enter();
            items.watchIdleness(idleTimeout(), registry.time());
            if (observed != null) {
                observed.running();
            }
            StreamHandler handler = operation.handler(StreamHandler.class).prepare(input);
            items.open();
            handler.handle(input, context, items);
        } catch (Throwable failure) {
            thrown = failure;
        } finally {
            items.close();
            context.end();
        }
        // A handler that took no notice of it has not come to its end either.
        CallException refused = items.refusal();
        CallException outside = refused == null ? cancellation().failure() : refused;
        return outside == null && thrown != null ? operation.failure(thrown) : outside;
    }

    private @Nullable Duration idleTimeout() {
        Duration own = call.terms.idleTimeout;
        return own == null ? registry.idleTimeout : own;
    }

    CallException unknownFailure() {
        return new CallException(ErrorCode.UNKNOWN_ERROR, operation.id() + " failed");
    }

    private void end(@Nullable CallException failure) {
        if (observed != null) {
            observed.ended(failure);
        }
        CallResources owner = owner();
        if (owner != null) {
            owner.forget(this);
        }
        registry.openStreams.decrementAndGet();
        ended.countDown();
    }

    /**
     * Returns an item, or the value of a future item, awaited on the thread that emits it.
     *
     * @throws CallException if the future fails or the stream ends first
     */
    @Nullable Object awaited(@Nullable Object item) {
        if (item instanceof JsonNode || !AwaitedResult.isAsync(item)) {
            return item;
        }
        try {
            if (isHere()) {
                return AwaitedResult.of(item);
            }
            Object[] value = new Object[1];
            context.interruptibly(() -> value[0] = AwaitedResult.of(item));
            return value[0];
        } catch (InterruptedException e) {
            if (isHere() || !cancellation().isCancelled()) {
                Thread.currentThread().interrupt();
            }
            throw new CallException(ErrorCode.ABORTED, "interrupted while an item was computed")
                    .causedBy(e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw operation.failure(e);
        }
    }

    /** The envelope of an item. */
    ResponseEnvelope<JsonNode> envelope(
            @Nullable Object item, @Nullable String eventId, boolean writtenAtOnce) {
        ResponseEnvelope<JsonNode> envelope =
                operation.results.envelope(item, eventId, call, writtenAtOnce);
        if (observed != null) {
            observed.item();
        }
        return envelope;
    }

    /** Whether this thread runs the handler. */
    boolean isHere() {
        return Thread.currentThread().equals(thread);
    }

    /** Whether it was ended because nobody reads it any longer, which is no failure. */
    boolean isAbandoned() {
        return abandoned;
    }

    /** Nobody reads any longer: ends the handler, without waiting for it. */
    void abandon() {
        abandoned = true;
        cancellation().cancel("the stream was closed");
    }

    /** Ends the handler and waits for it, but not for ever. */
    @Override
    public void close() {
        abandon();
        awaitEnd(END_TIMEOUT);
    }

    /** Waits for the interrupted handler; one that still runs after the grace period is logged. */
    void awaitEnd(Duration timeout) {
        if (isHere()) {
            return;
        }
        try {
            boolean inTime = ended.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
            if (!inTime && timeout.compareTo(GENEROUS) > 0) {
                RegistryLog.log()
                        .warn(
                                "The handler of {} still runs although its stream was closed: it"
                                        + " should end when it is interrupted",
                                operation.id());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
