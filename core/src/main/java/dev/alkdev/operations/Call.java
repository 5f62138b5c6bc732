package dev.alkdev.operations;

import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.base.ExtendableDeadline.Extension;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * One call: operation, input, caller, ids, deadline and metadata, as it is made, passed on and
 * written on the wire. Immutable; threads may share it.
 *
 * <pre>{@code
 * registry.execute(Call.of("billing.find", Map.of("number", "A-17")));
 * registry.execute(
 *         Call.builder().caller(ann).timeout(Duration.ofSeconds(5)).to("billing.find", input));
 * }</pre>
 */
public final class Call {
    private static final CallBuilder DEFAULTS = new CallBuilder();
    private static final AtomicReferenceFieldUpdater<Call, @Nullable String> REQUEST_ID =
            AtomicReferenceFieldUpdater.newUpdater(Call.class, String.class, "requestId");

    private final String operationId;
    private final JsonNode input;

    /** Immutable; shared by calls with the same options. */
    final CallBuilder terms;

    /** The operation as its caller found it; null if it is to be looked for. */
    final @Nullable RegisteredOperation target;

    /** Whether null members of the input are left out where the operation does not take null. */
    final boolean omitsNulls;

    private volatile @Nullable String requestId;

    Call(
            String operationId,
            JsonNode input,
            CallBuilder terms,
            @Nullable RegisteredOperation target,
            boolean omitsNulls) {
        this.operationId = operationId;
        this.input = input;
        this.terms = terms;
        this.target = target;
        this.omitsNulls = omitsNulls;
        this.requestId = terms.requestId;
    }

    /**
     * A call by trusted code, for as long as it takes.
     *
     * @param input a JSON tree, or any value that can be written as JSON
     */
    public static Call of(String operationId, Object input) {
        return DEFAULTS.frozen(operationId, input);
    }

    /** Starts a call with options; {@link CallBuilder#to} finishes it. */
    public static CallBuilder builder() {
        return new CallBuilder();
    }

    /** This call, to be changed; it keeps its request id. */
    public CallBuilder toBuilder() {
        return terms.copy().requestId(requestId());
    }

    /** This call as a link carries it: with what travels and nothing else. It keeps its id. */
    public CallBuilder travelling() {
        CallBuilder same = builder().requestId(requestId());
        same.caller = terms.caller;
        same.deadline = terms.deadline;
        same.timeout = terms.timeout;
        same.extension = terms.extension;
        same.parentRequestId = parentRequestId().orElse(null);
        same.metadata = terms.metadata;
        same.via = terms.via;
        same.lastEventId = terms.lastEventId;
        same.window = terms.window;
        return same;
    }

    /** The same call with more metadata, which overrides what there is. */
    Call withMetadata(Map<String, JsonNode> more) {
        Map<String, JsonNode> all = CallBuilder.merged(terms.metadata, more);
        return new Call(operationId, input, toBuilder().metadata(all), target, omitsNulls);
    }

    public String operationId() {
        return operationId;
    }

    public JsonNode input() {
        return input;
    }

    /** Who makes the call. */
    public Caller caller() {
        return terms.caller;
    }

    /**
     * A request id in the form of a random UUID, with the version and variant of RFC 9562. It is
     * unique but no secret: a number that counts is mixed with a random beginning, which takes a
     * hundredth of what secure randomness takes, and repeats nothing however many threads ask.
     */
    public static String newRequestId() {
        return RequestIds.next();
    }

    /** The id of this call, a random UUID unless one was given. */
    public String requestId() {
        String known = requestId;
        if (known == null) {
            REQUEST_ID.compareAndSet(this, null, newRequestId());
            known = requestId;
        }
        return Objects.requireNonNull(known);
    }

    /** The id of the call in whose course this one is made, here or at the other end of a link. */
    public Optional<String> parentRequestId() {
        OperationContext parent = terms.parent;
        return parent == null
                ? Optional.ofNullable(terms.parentRequestId)
                : Optional.of(parent.requestId());
    }

    /** Whether a handler of the same process makes it. */
    public boolean isNested() {
        OperationContext parent = terms.parent;
        return parent != null && parent.isOfHandler();
    }

    /**
     * Checks that the call it would be part of still runs.
     *
     * @throws CallException {@link ErrorCode#ABORTED} if it is over
     */
    void throwIfParentIsOver() {
        if (terms.parent != null) {
            terms.parent.throwIfOver(operationId);
        }
    }

    /** The gateway that received it; empty if code of this process makes it. */
    public Optional<String> gateway() {
        return Optional.ofNullable(terms.gateway);
    }

    /** When it must have ended; empty if it has no deadline, or a timeout instead. */
    public Optional<Instant> deadline() {
        return terms.deadline == Deadlines.NONE
                ? Optional.empty()
                : Optional.of(Instant.ofEpochMilli(terms.deadline));
    }

    /** How long it may take from its start. */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(terms.timeout);
    }

    /** When it must have ended if it starts now; {@link Deadlines#NONE} if it has no end. */
    public long deadlineFrom(TimeSource clock) {
        return terms.timeout == null ? terms.deadline : Deadlines.after(terms.timeout, clock);
    }

    /**
     * How much time each report of progress allows, if its deadline is a default one; empty if the
     * deadline is fixed or absent. Of a call in the course of another, the extension of that one.
     */
    public Optional<Duration> extension() {
        Extension own = terms.extension;
        if (own != null) {
            return Optional.of(own.step());
        }
        Cancellation given = terms.cancellation;
        return given == null || terms.timeout != null
                ? Optional.empty()
                : given.extension(terms.deadline);
    }

    /** When it must have ended whatever progress it makes; else as {@link #deadlineFrom}. */
    public long latestEnd(TimeSource clock) {
        Extension own = terms.extension;
        return own == null ? deadlineFrom(clock) : own.latest();
    }

    /** As {@link #deadlineFrom}, and by the extendable deadline of a call around it if sooner. */
    public long currentEnd(TimeSource clock) {
        long end = deadlineFrom(clock);
        Cancellation given = terms.cancellation;
        return given == null || extension().isEmpty() ? end : Math.min(end, given.end());
    }

    /** What travels with the call besides its input. */
    public Map<String, JsonNode> metadata() {
        return terms.metadata;
    }

    /**
     * The event id of the last item that the reader of this subscription has: the subscription
     * resumes after it. Empty if it has had none. Calls made by a handler do not inherit it.
     */
    public Optional<String> lastEventId() {
        return Optional.ofNullable(terms.lastEventId);
    }

    /** How many items of a subscription may be on their way unread; empty for the default. */
    public Optional<Integer> window() {
        return terms.window == 0 ? Optional.empty() : Optional.of(terms.window);
    }

    /** How long a subscription may stay silent; empty for the default. */
    public Optional<Duration> idleTimeout() {
        return Optional.ofNullable(terms.idleTimeout);
    }

    /** The ids of the nodes that the call has passed, the first one first. */
    public List<String> via() {
        return terms.via;
    }

    /** What ends the call from outside. */
    public Optional<Cancellation> cancellation() {
        return Optional.ofNullable(terms.cancellation);
    }

    /** Whether there is a listener for progress. */
    public boolean wantsProgress() {
        return terms.progress != null;
    }

    /** Reports progress to the listener, if there is one. What it throws is logged. */
    public void progress(Progress progress) {
        if (terms.progress != null) {
            try {
                terms.progress.accept(progress);
            } catch (Throwable e) {
                RegistryLog.log().warn("A progress listener of {} failed", operationId, e);
            }
        }
    }

    /** What the caller attached under a key, in this process. */
    public <T> Optional<T> attachment(AttachmentKey<T> key) {
        return Optional.ofNullable(terms.attachments.get(key)).map(key::cast);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Call call
                && operationId.equals(call.operationId)
                && input.equals(call.input)
                && requestId().equals(call.requestId())
                && parentRequestId().equals(call.parentRequestId())
                && terms.saysSame(call.terms);
    }

    @Override
    public int hashCode() {
        return requestId().hashCode();
    }

    /** Without the input, which may be large or secret. */
    @Override
    public String toString() {
        return "call " + requestId() + " of " + operationId;
    }

    /** Set up by the first id: many calls of a program have none. */
    private static final class RequestIds {
        private static final long GOLDEN = 0x9E3779B97F4A7C15L;
        private static final UUID FIRST = UUID.randomUUID();
        private static final AtomicLong COUNT = new AtomicLong();

        static String next() {
            long step = COUNT.incrementAndGet() * GOLDEN;
            long high = mixed(FIRST.getMostSignificantBits() + step);
            long low = mixed(FIRST.getLeastSignificantBits() ^ step);
            long version = (high & ~0xF000L) | 0x4000L;
            long variant = (low & ~(0b11L << 62)) | (0b10L << 62);
            return new UUID(version, variant).toString();
        }

        /** The finish of SplitMix64: every number has another, and neighbours are far apart. */
        private static long mixed(long number) {
            long mixed = (number ^ (number >>> 30)) * 0xBF58476D1CE4E5B9L;
            mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
            return mixed ^ (mixed >>> 31);
        }
    }
}
