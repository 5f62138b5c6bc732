package dev.alkdev.operations;

import dev.alkdev.operations.schema.Change;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What a caller said about a call. Immutable, and shared by all calls of which the same was said.
 */
final class CallTerms {
    private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE - 1);

    static final CallTerms TRUSTED = new CallTerms(OperationContext.builder());

    private final Caller caller;
    private final long deadline;
    private final @Nullable Duration timeout;
    private final @Nullable Cancellation cancellation;
    private final @Nullable OperationContext parent;
    private final @Nullable String requestId;
    private final @Nullable String parentRequestId;
    private final Map<String, JsonNode> metadata;
    private final @Nullable Consumer<? super Change> changes;
    private final @Nullable Duration idleTimeout;
    private final int streamBuffer;

    CallTerms(OperationContext.Builder given) {
        caller = given.caller;
        deadline = given.deadline;
        timeout = given.timeout;
        cancellation = given.cancellation;
        parent = given.parent;
        requestId = given.requestId;
        parentRequestId = given.parentRequestId;
        metadata = given.lastEventId == null ? Map.copyOf(given.metadata) : resuming(given);
        changes = given.changes;
        idleTimeout = given.idleTimeout;
        streamBuffer = given.streamBuffer;
    }

    /** The terms of calls made by the call of this context, in its caller's name or another. */
    static CallTerms nested(OperationContext parent, @Nullable Caller authority) {
        OperationContext.Builder nested = OperationContext.builder();
        nested.caller = authority == null ? parent.caller() : authority;
        nested.deadline = parent.terms().deadline;
        nested.cancellation = parent.cancellation();
        nested.parent = parent;
        nested.metadata = withoutPlace(parent.metadata());
        return new CallTerms(nested);
    }

    private static Map<String, JsonNode> resuming(OperationContext.Builder given) {
        Map<String, JsonNode> metadata = new HashMap<>(given.metadata);
        metadata.put(OperationContext.LAST_EVENT_ID, StringNode.valueOf(given.lastEventId));
        return Map.copyOf(metadata);
    }

    /** A place in one stream means nothing in another. */
    private static Map<String, JsonNode> withoutPlace(Map<String, JsonNode> metadata) {
        if (!metadata.containsKey(OperationContext.LAST_EVENT_ID)) {
            return metadata;
        }
        Map<String, JsonNode> rest = new HashMap<>(metadata);
        rest.remove(OperationContext.LAST_EVENT_ID);
        return Map.copyOf(rest);
    }

    /** The same terms with more metadata, which counts before what there is. */
    CallTerms withMetadata(Map<String, JsonNode> more) {
        OperationContext.Builder same = toBuilder();
        same.metadata = new HashMap<>(metadata);
        same.metadata.putAll(more);
        return new CallTerms(same);
    }

    /** The terms of a call that starts now: a timeout has become a deadline. */
    CallTerms startingNow(TimeSource time) {
        if (timeout == null) {
            return this;
        }
        OperationContext.Builder started = toBuilder();
        started.deadline = after(time.millis(), timeout);
        started.timeout = null;
        return new CallTerms(started);
    }

    private OperationContext.Builder toBuilder() {
        OperationContext.Builder same = OperationContext.builder();
        same.caller = caller;
        same.deadline = deadline;
        same.timeout = timeout;
        same.cancellation = cancellation;
        same.parent = parent;
        same.requestId = requestId;
        same.parentRequestId = parentRequestId;
        same.metadata = metadata;
        same.changes = changes;
        same.idleTimeout = idleTimeout;
        same.streamBuffer = streamBuffer;
        return same;
    }

    /** The same terms with less time. */
    CallTerms endingBy(long millis) {
        OperationContext.Builder sooner = OperationContext.builder();
        sooner.caller = caller;
        sooner.deadline = Math.min(deadline, millis);
        sooner.cancellation = cancellation;
        sooner.parent = parent;
        sooner.metadata = metadata;
        return new CallTerms(sooner);
    }

    Caller caller() {
        return caller;
    }

    boolean hasDeadline() {
        return deadline != Long.MAX_VALUE;
    }

    /** In milliseconds since 1970. */
    long deadline() {
        return deadline;
    }

    /** What is left until the deadline; nothing if it is past. */
    Duration left(TimeSource time) {
        long now = time.millis();
        return Duration.ofMillis(deadline <= now ? 0 : deadline - now);
    }

    /** A length of time in milliseconds, or the longest one if it is longer. */
    static long millis(Duration time) {
        try {
            return time.toMillis();
        } catch (ArithmeticException ages) {
            return time.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    private static long after(long now, Duration time) {
        long length = Math.max(0, millis(time));
        return length >= LAST.toEpochMilli() - now ? LAST.toEpochMilli() : now + length;
    }

    /** A point in time in milliseconds since 1970, within what can stand for one. */
    static long millis(Instant deadline) {
        if (deadline.isBefore(Instant.EPOCH)) {
            return 0;
        }
        return (deadline.isAfter(LAST) ? LAST : deadline).toEpochMilli();
    }

    @Nullable Cancellation cancellation() {
        return cancellation;
    }

    @Nullable OperationContext parent() {
        return parent;
    }

    @Nullable String requestId() {
        return requestId;
    }

    @Nullable String parentRequestId() {
        return parentRequestId;
    }

    Map<String, JsonNode> metadata() {
        return metadata;
    }

    @Nullable Consumer<? super Change> changes() {
        return changes;
    }

    @Nullable Duration idleTimeout() {
        return idleTimeout;
    }

    int streamBuffer() {
        return streamBuffer;
    }
}
