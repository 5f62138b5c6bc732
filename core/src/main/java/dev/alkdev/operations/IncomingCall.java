package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A call as it comes in, for a {@link CallObserver}. Threads may share it. */
public final class IncomingCall {
    /** The outcome of a subscription that was closed before its end. */
    public static final String CLOSED = "closed";

    private final String operationId;
    private final @Nullable OperationSpec spec;
    private final JsonNode input;
    private final boolean stream;
    private volatile CallTerms terms;
    private volatile @Nullable Consumer<CallException> ending;
    private volatile @Nullable CallException ended;

    IncomingCall(
            String operationId,
            @Nullable OperationSpec spec,
            JsonNode input,
            CallTerms terms,
            boolean stream) {
        this.operationId = operationId;
        this.spec = spec;
        this.input = input;
        this.terms = terms;
        this.stream = stream;
    }

    /** What was asked for, whether it exists or not. */
    public String operationId() {
        return operationId;
    }

    /** The spec of the operation; empty if there is none. */
    public Optional<OperationSpec> spec() {
        return Optional.ofNullable(spec);
    }

    public Caller caller() {
        return terms.caller();
    }

    public JsonNode input() {
        return input;
    }

    /** What travels with the call besides its input. */
    public Map<String, JsonNode> metadata() {
        return terms.metadata();
    }

    /**
     * Adds to what travels with the call, in place of what its caller gave under the same names:
     * the handler sees it, and the calls it makes carry it on. For {@link CallObserver#begin}; what
     * is added later comes too late.
     */
    public void addMetadata(Map<String, JsonNode> more) {
        terms = terms.withMetadata(more);
    }

    CallTerms terms() {
        return terms;
    }

    /** The id of the call, if its caller gave one. */
    public Optional<String> requestId() {
        return Optional.ofNullable(terms.requestId());
    }

    /** The id of the call in whose course this one is made, here or at the other end of a link. */
    public Optional<String> parentRequestId() {
        OperationContext parent = terms.parent();
        return parent != null
                ? Optional.of(parent.requestId())
                : Optional.ofNullable(terms.parentRequestId());
    }

    /**
     * One word for how the call ended: {@code ok}, {@code closed} for a subscription that was
     * closed before its end, which is no failure, or the code of its failure.
     */
    public String outcome(@Nullable CallException failure) {
        if (failure == null) {
            return "ok";
        }
        return stream && failure.code().equals(ErrorCode.ABORTED) ? CLOSED : failure.code();
    }

    /** Whether a handler of the same registry makes it. */
    public boolean isNested() {
        return terms.parent() != null;
    }

    /** Whether it is to be subscribed to, not executed. */
    public boolean isStream() {
        return stream;
    }

    /** Ends the call with this failure; one whose handler does not run yet, as soon as it would. */
    public void end(CallException failure) {
        ended = failure;
        Consumer<CallException> now = ending;
        if (now != null) {
            now.accept(failure);
        }
    }

    void endWith(Consumer<CallException> ending) {
        this.ending = ending;
        CallException early = ended;
        if (early != null) {
            ending.accept(early);
        }
    }
}
