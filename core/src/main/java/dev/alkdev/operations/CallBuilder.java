package dev.alkdev.operations;

import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.base.Durations;
import dev.alkdev.operations.base.ExtendableDeadline.Extension;
import dev.alkdev.operations.schema.Change;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Builds a {@link Call}: caller, deadline, cancellation, metadata. It can make several calls. For
 * one thread.
 */
public final class CallBuilder implements Cloneable {
    Caller caller = Caller.trusted();
    long deadline = Deadlines.NONE;
    @Nullable Duration timeout;
    @Nullable Extension extension;
    @Nullable Cancellation cancellation;
    @Nullable OperationContext parent;
    @Nullable String requestId;
    @Nullable String parentRequestId;
    Map<String, JsonNode> metadata = Map.of();
    List<String> via = List.of();
    @Nullable String lastEventId;
    @Nullable Duration idleTimeout;
    int window;
    @Nullable String gateway;
    boolean normalizesInput;
    boolean leavesInputCheck;
    boolean writtenAtOnce;
    @Nullable Consumer<? super Change> changes;
    @Nullable Consumer<? super Progress> progress;
    @Nullable Consumer<? super CallException> overdue;
    Map<AttachmentKey<?>, Object> attachments = Map.of();

    CallBuilder() {}

    CallBuilder copy() {
        try {
            return (CallBuilder) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /** The options of nested calls of this context, in its caller's name or another. */
    static CallBuilder nested(OperationContext parent, @Nullable Caller authority) {
        CallBuilder nested = new CallBuilder();
        nested.caller = authority == null ? parent.caller() : authority;
        nested.deadline = parent.deadline;
        nested.cancellation = parent.cancellation;
        nested.parent = parent;
        nested.metadata = parent.metadata();
        nested.attachments = parent.call().terms.attachments;
        return nested;
    }

    /** These with what another call sets, and its deadline if that is sooner. */
    CallBuilder under(Call call, long millis) {
        CallBuilder given = call.terms;
        CallBuilder nested = copy();
        nested.deadline = Math.min(deadline, millis);
        nested.requestId = given.requestId;
        nested.metadata = merged(metadata, given.metadata);
        nested.attachments = merged(attachments, given.attachments);
        nested.lastEventId = given.lastEventId;
        nested.idleTimeout = given.idleTimeout;
        nested.window = given.window;
        nested.normalizesInput = given.normalizesInput;
        nested.leavesInputCheck = given.leavesInputCheck;
        nested.changes = given.changes;
        nested.progress = given.progress;
        return nested;
    }

    /** Both; what the second has overrides the first. */
    static <K, V> Map<K, V> merged(Map<K, V> some, Map<K, V> more) {
        if (some.isEmpty() || more.isEmpty()) {
            return some.isEmpty() ? more : some;
        }
        Map<K, V> all = new HashMap<>(some);
        all.putAll(more);
        return Map.copyOf(all);
    }

    /** A call that shares this, which must not change any more. */
    Call frozen(String operationId, Object input) {
        boolean typed = !(input instanceof JsonNode) && !(input instanceof Map);
        return new Call(operationId, tree(operationId, input), this, null, typed);
    }

    /** As {@link #frozen}, for JSON that was written from a Java value. */
    Call frozenTyped(String operationId, JsonNode written) {
        return new Call(operationId, written, this, null, true);
    }

    boolean saysSame(CallBuilder other) {
        return caller.equals(other.caller)
                && deadline == other.deadline
                && Objects.equals(timeout, other.timeout)
                && Objects.equals(extension, other.extension)
                && metadata.equals(other.metadata)
                && via.equals(other.via)
                && Objects.equals(lastEventId, other.lastEventId)
                && Objects.equals(idleTimeout, other.idleTimeout)
                && window == other.window;
    }

    /** Who makes the call; trusted code unless given. */
    public CallBuilder caller(Caller caller) {
        this.caller = caller;
        return this;
    }

    /**
     * Until when; for ever unless given. Of a subscription, the end of the whole stream. Takes the
     * place of a {@link #timeout}.
     */
    public CallBuilder deadline(Instant deadline) {
        return deadline(Deadlines.millis(deadline));
    }

    /** As {@link #deadline(Instant)}, in milliseconds since 1970. */
    public CallBuilder deadline(long millis) {
        this.deadline = millis;
        this.timeout = null;
        this.extension = null;
        return this;
    }

    /**
     * How long the call may take, from its start, by the clock of the registry that runs it. Takes
     * the place of a {@link #deadline}.
     */
    public CallBuilder timeout(Duration timeout) {
        this.deadline = Deadlines.NONE;
        this.timeout = timeout;
        this.extension = null;
        return this;
    }

    /**
     * Makes the deadline a default one, for callers that gave none: each report of progress allows
     * this much time from then on, and an operation with a timeout of its own gets that time
     * instead. The deadline of a subscription stays as it is.
     *
     * @param step the time that a report of progress allows
     * @param latest when the call ends whatever happens, in milliseconds since 1970
     */
    public CallBuilder extendable(Duration step, long latest) {
        this.extension = new Extension(step, latest);
        return this;
    }

    /** What ends the call from outside. */
    public CallBuilder cancellation(Cancellation cancellation) {
        this.cancellation = cancellation;
        return this;
    }

    /** The id of the call; a random UUID unless given. One id is for one call. */
    public CallBuilder requestId(String requestId) {
        this.requestId = requestId;
        return this;
    }

    /** The id of the call in whose course this one is made. */
    public CallBuilder parentRequestId(String parentRequestId) {
        this.parentRequestId = parentRequestId;
        return this;
    }

    /**
     * Adds an operation to those that a limited caller may use. A link needs this to call an
     * imported operation by its id at the other end.
     */
    public CallBuilder forwardedTo(String operationId) {
        if (caller instanceof Caller.Authenticated(Identity identity)) {
            this.caller = Caller.of(identity.alsoReaching(operationId));
        }
        return this;
    }

    /** The gateway that received the call, such as {@code rest}; observers see it. */
    public CallBuilder gateway(String gateway) {
        this.gateway = gateway;
        return this;
    }

    public CallBuilder metadata(Map<String, JsonNode> metadata) {
        this.metadata = Map.copyOf(metadata);
        return this;
    }

    /**
     * Resumes after the item with this {@link ResponseMeta#eventId}, if the operation is a
     * subscription that can; others begin as they always do.
     */
    public CallBuilder lastEventId(String eventId) {
        this.lastEventId = eventId;
        return this;
    }

    /** Receives everything that normalization changes in a result, on the handler's thread. */
    public CallBuilder onNormalized(Consumer<? super Change> changes) {
        this.changes = changes;
        return this;
    }

    /**
     * Receives the progress of the call, on the handler's thread; if the handler is behind a link,
     * on the thread that executes the call or reads its items. What it throws is logged.
     */
    public CallBuilder onProgress(Consumer<? super Progress> listener) {
        this.progress = listener;
        return this;
    }

    /**
     * Fills in defaults and converts scalars of the input without loss before it is checked, as for
     * an input that was typed or generated. Members that nobody knows are kept, and refused. An
     * operation can ask for it {@linkplain OperationBinding#normalizingInput by itself}. Neither
     * travels over links: a registry that imported the operation from a peer checks its inputs, and
     * normalizes them if the caller asks; of a call straight to a peer, its operation decides.
     */
    public CallBuilder normalizingInput() {
        this.normalizesInput = true;
        return this;
    }

    /**
     * Gives the handler the input as it is, neither normalized nor checked: for operations of which
     * it is known that somebody behind the handler checks it, and whose own refusal the caller is
     * to see. It does not travel over links.
     */
    public CallBuilder leavingInputCheck() {
        this.leavesInputCheck = true;
        return this;
    }

    /**
     * The result is written out at once and not kept: then its data may be the very JSON that the
     * handler returned, which is otherwise copied. For gateways.
     */
    public CallBuilder writtenAtOnce() {
        this.writtenAtOnce = true;
        return this;
    }

    /**
     * Receives the failure if the handler still runs a moment after the deadline, because it
     * ignores its interrupt: a gateway can then respond in time. It runs on the thread of timers
     * and should be short. It may also run when the call has just ended.
     */
    public CallBuilder onOverdue(Consumer<? super CallException> overdue) {
        this.overdue = overdue;
        return this;
    }

    /**
     * Attaches something for the handler, which calls made by it inherit. It stays in the process.
     */
    public <T> CallBuilder attach(AttachmentKey<T> key, T value) {
        this.attachments = merged(attachments, Map.of(key, value));
        return this;
    }

    /**
     * How long a subscription may stay silent; overrides the registry's.
     *
     * @throws IllegalArgumentException if it is not more than nothing
     */
    public CallBuilder idleTimeout(Duration idleTimeout) {
        this.idleTimeout = Durations.requirePositive("idleTimeout", idleTimeout);
        return this;
    }

    /**
     * How many items of a subscription may be on their way unread: how far its handler may be ahead
     * of its reader, if the registry allows as much.
     *
     * @throws IllegalArgumentException if it is less than 1 or more than a million
     */
    public CallBuilder window(int items) {
        if (items < 1 || items > 1_000_000) {
            throw new IllegalArgumentException(
                    "window should be from 1 to 1000000 but is " + items);
        }
        this.window = items;
        return this;
    }

    /** The ids of the nodes that the call has passed. For links. */
    public CallBuilder via(List<String> nodes) {
        this.via = List.copyOf(nodes);
        return this;
    }

    /** The call of a typed operation. */
    Call toTyped(TypedForm<?, ?> operation, JsonNode written) {
        Call call = copy().frozenTyped(operation.id(), written);
        call.throwIfParentIsOver();
        return call;
    }

    /**
     * The call.
     *
     * @param input a JSON tree, or any value that can be written as JSON. Null components and empty
     *     optionals of a record are left out where the operation does not take null
     * @throws CallException {@link ErrorCode#VALIDATION_ERROR} if it cannot, {@link
     *     ErrorCode#ABORTED} if it is nested in a call that is over
     */
    public Call to(String operationId, Object input) {
        Call call = copy().frozen(operationId, input);
        call.throwIfParentIsOver();
        return call;
    }

    /** The call of an operation that {@link OperationRegistry#resolve} found already. */
    public Call to(RegisteredOperation operation, JsonNode input) {
        return new Call(operation.id(), input, copy(), operation, false);
    }

    private static JsonNode tree(String operationId, @Nullable Object input) {
        Objects.requireNonNull(input, "the input is null; no input is Json.parse(\"{}\")");
        if (input instanceof JsonNode json) {
            return json;
        }
        try {
            return ValidationFailure.finiteInput(ResponseEnvelope.tree(input), operationId);
        } catch (JacksonException e) {
            throw ValidationFailure.unwritable(operationId, e);
        }
    }
}
