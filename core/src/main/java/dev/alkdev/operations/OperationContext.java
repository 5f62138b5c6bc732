package dev.alkdev.operations;

import dev.alkdev.operations.schema.Change;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The circumstances of a call: who asks, until when, and how to end it. A caller builds one to give
 * with a call; the handler receives its own, made from it, which can also make nested calls.
 * Threads may share it.
 */
public final class OperationContext {
    /** The name under which {@link #lastEventId} travels in the metadata. */
    static final String LAST_EVENT_ID = "lastEventId";

    private static final VarHandle REQUEST_ID;
    private static final VarHandle RESOURCES;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            Class<?> own = OperationContext.class;
            REQUEST_ID = lookup.findVarHandle(own, "requestId", String.class);
            RESOURCES = lookup.findVarHandle(own, "resources", CallResources.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final CallTerms terms;
    private final @Nullable Cancellation cancellation;
    private final @Nullable OperationRegistry registry;
    private final @Nullable Caller authority;
    private volatile @Nullable String requestId;
    private volatile @Nullable CallResources resources;

    /**
     * The context of a call, or of none.
     *
     * @param registry that runs the call; null if nothing runs
     * @param authority in whose name nested calls are made instead of the caller's
     */
    OperationContext(
            CallTerms terms,
            @Nullable Cancellation cancellation,
            @Nullable OperationRegistry registry,
            @Nullable Caller authority) {
        this.terms = terms;
        this.cancellation = cancellation;
        this.registry = registry;
        this.authority = authority;
    }

    /** The context of in-process code: trusted, no deadline. */
    public static OperationContext trusted() {
        return builder().build();
    }

    public static OperationContext of(Caller caller) {
        return builder().caller(caller).build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** The id of this call, a random UUID unless one was given. */
    public String requestId() {
        String given = terms.requestId();
        if (given != null) {
            return given;
        }
        String own = requestId;
        if (own == null) {
            REQUEST_ID.compareAndSet(this, null, RequestIds.next());
            own = requestId;
        }
        return Objects.requireNonNull(own);
    }

    /** The id of the call that made this one. */
    public Optional<String> parentRequestId() {
        OperationContext parent = terms.parent();
        return parent != null
                ? Optional.of(parent.requestId())
                : Optional.ofNullable(terms.parentRequestId());
    }

    public Caller caller() {
        return terms.caller();
    }

    /**
     * When the call must have ended; empty if it may take as long as it likes. A {@linkplain
     * Builder#timeout timeout} with which no call has started yet counts from now, by the machine's
     * clock.
     */
    public Optional<Instant> deadline() {
        CallTerms started = terms.startingNow(time());
        return started.hasDeadline()
                ? Optional.of(Instant.ofEpochMilli(started.deadline()))
                : Optional.empty();
    }

    /** The time left until the deadline, never negative; empty if there is no deadline. */
    public Optional<Duration> remaining() {
        CallTerms started = terms.startingNow(time());
        return started.hasDeadline() ? Optional.of(started.left(time())) : Optional.empty();
    }

    private TimeSource time() {
        return registry == null ? TimeSource.system() : registry.time();
    }

    /** Whether the call was ended from outside: nobody waits for its result any more. */
    public boolean cancelled() {
        return cancellation != null && cancellation.isCancelled();
    }

    /**
     * Runs an action when the call is ended from outside, or now if it is already. It runs on the
     * thread that ends the call and should be short. It is forgotten when the call is over.
     */
    public Registration onCancel(Runnable action) {
        if (cancellation == null) {
            return () -> {};
        }
        Registration registration = cancellation.onCancel(action);
        return registry == null ? registration : resources().closeAtEnd(registration);
    }

    /**
     * Makes calls on behalf of this one.
     *
     * @throws IllegalStateException if this is not the context of a running call; {@link
     *     OperationRegistry#buildEnv} makes an env for any context
     */
    public OperationEnv env() {
        if (registry == null) {
            throw new IllegalStateException(
                    "only a handler's context has an env; use OperationRegistry.buildEnv");
        }
        return new OperationEnv(registry, CallTerms.nested(this, authority), resources());
    }

    /** What travels with the call besides its input. */
    public Map<String, JsonNode> metadata() {
        return terms.metadata();
    }

    /**
     * The event id of the last item that the reader of this subscription had before: it wants what
     * came after. Empty if it has had none. Calls made by a handler do not inherit it.
     */
    public Optional<String> lastEventId() {
        JsonNode eventId = terms.metadata().get(LAST_EVENT_ID);
        return eventId == null ? Optional.empty() : eventId.asStringOpt();
    }

    /** The context of the same call for making calls in a registry. */
    OperationContext in(OperationRegistry registry) {
        CallTerms started = terms.startingNow(registry.time());
        OperationContext same = new OperationContext(started, cancellation, registry, authority);
        same.requestId = requestId();
        return same;
    }

    /** Whether this is the context of a call of this registry, as its handler was given it. */
    boolean runsIn(OperationRegistry registry) {
        return this.registry == registry;
    }

    CallTerms terms() {
        return terms;
    }

    @Nullable Cancellation cancellation() {
        return cancellation;
    }

    /** The call is over: what it left open is closed. */
    void end() {
        // One that used nothing remembers that it is over, for whoever keeps it.
        if (resources != null || !RESOURCES.compareAndSet(this, null, CallResources.ENDED)) {
            resources().end(patience());
        }
    }

    /** How long closing may take: what is left until the deadline, and never long. */
    private Duration patience() {
        Duration most = StreamRun.PATIENCE;
        if (!terms.hasDeadline()) {
            return most;
        }
        Duration left = terms.left(time());
        return left.compareTo(most) < 0 ? left : most;
    }

    private CallResources resources() {
        CallResources used = resources;
        if (used == null) {
            CallResources fresh = new CallResources();
            used = RESOURCES.compareAndSet(this, null, fresh) ? fresh : resources;
        }
        return Objects.requireNonNull(used);
    }

    /** Collects what a caller has to say about a call. For one thread. */
    public static final class Builder {
        Caller caller = Caller.trusted();
        long deadline = Long.MAX_VALUE;
        @Nullable Duration timeout;
        @Nullable Cancellation cancellation;
        @Nullable OperationContext parent;
        @Nullable String requestId;
        @Nullable String parentRequestId;
        Map<String, JsonNode> metadata = Map.of();
        @Nullable String lastEventId;
        @Nullable Consumer<? super Change> changes;
        @Nullable Duration idleTimeout;
        int streamBuffer = Integer.MAX_VALUE;

        private Builder() {}

        /** Who asks; trusted unless given. */
        public Builder caller(Caller caller) {
            this.caller = caller;
            return this;
        }

        /**
         * Until when; for ever unless given. Of a subscription, the end of the whole stream. Takes
         * the place of a {@link #timeout}.
         */
        public Builder deadline(Instant deadline) {
            this.deadline = CallTerms.millis(deadline);
            this.timeout = null;
            return this;
        }

        /**
         * How long each call with this context may take, from its start, by the clock of the
         * registry that runs it. Takes the place of a {@link #deadline}.
         */
        public Builder timeout(Duration timeout) {
            this.deadline = Long.MAX_VALUE;
            this.timeout = timeout;
            return this;
        }

        /** What ends the call from outside. */
        public Builder cancellation(Cancellation cancellation) {
            this.cancellation = cancellation;
            return this;
        }

        public Builder requestId(String requestId) {
            this.requestId = requestId;
            return this;
        }

        public Builder parentRequestId(String parentRequestId) {
            this.parentRequestId = parentRequestId;
            return this;
        }

        public Builder metadata(Map<String, JsonNode> metadata) {
            this.metadata = Map.copyOf(metadata);
            return this;
        }

        /**
         * Goes on after the item with this {@link ResponseMeta#eventId}, if the operation is a
         * subscription that can; others begin as they always do.
         */
        public Builder lastEventId(String eventId) {
            this.lastEventId = eventId;
            return this;
        }

        /** Told of everything that normalization does to a result, on the handler's thread. */
        public Builder onNormalized(Consumer<? super Change> changes) {
            this.changes = changes;
            return this;
        }

        /**
         * How long a subscription may stay silent; overrides the registry's.
         *
         * @throws IllegalArgumentException if it is not more than nothing
         */
        public Builder idleTimeout(Duration idleTimeout) {
            this.idleTimeout = IdleWatch.checked(idleTimeout);
            return this;
        }

        /** How far a subscription's handler may be ahead of its reader, if the registry allows. */
        public Builder streamBuffer(int items) {
            if (items < 1) {
                throw new IllegalArgumentException(
                        "streamBuffer should be at least 1 but is " + items);
            }
            this.streamBuffer = items;
            return this;
        }

        public OperationContext build() {
            CallTerms terms = new CallTerms(this);
            return new OperationContext(terms, cancellation, null, null);
        }
    }
}
