package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Makes nested calls: in the name of the call it belongs to, within what is left of its deadline,
 * and ended with it. A handler gets it from {@link OperationContext#env()}; it works until that
 * call is over, and what it opened is closed then. Threads may share it.
 */
public final class OperationEnv {
    private final OperationRegistry registry;
    private final CallBuilder terms;
    private final CallResources owner;
    private final Predicate<String> reachable;

    OperationEnv(
            OperationRegistry registry,
            CallBuilder terms,
            CallResources owner,
            Predicate<String> reachable) {
        this.registry = registry;
        this.terms = terms;
        this.owner = owner;
        this.reachable = reachable;
    }

    /**
     * Calls a query or mutation.
     *
     * @param input a JSON tree, or any value that can be written as JSON
     * @throws CallException if it fails
     */
    public ResponseEnvelope<JsonNode> call(String id, Object input) {
        check(id);
        return registry.execute(terms.frozen(id, input));
    }

    /** Calls a typed operation. */
    public <I extends @Nullable Object, O extends @Nullable Object> ResponseEnvelope<O> call(
            OperationHandle<I, O> operation, @Nullable I input) {
        check(operation.id());
        JsonNode written = operation.write(input);
        return operation.read(registry.execute(terms.frozenTyped(operation.id(), written)));
    }

    /**
     * Makes a call with options of its own, such as a timeout or a listener for progress. It ends
     * with this env's call at the latest.
     *
     * @throws IllegalArgumentException if it has a caller or cancellation: those of an env are
     *     given
     */
    public ResponseEnvelope<JsonNode> call(Call call) {
        check(call.operationId());
        return registry.execute(within(call));
    }

    /** As {@link #call(Call)}, for a subscription. */
    public Subscription<JsonNode> subscribe(Call call) {
        check(call.operationId());
        return registry.subscribe(within(call));
    }

    private Call within(Call call) {
        if (!(call.caller() instanceof Caller.Trusted) || call.cancellation().isPresent()) {
            throw new IllegalArgumentException(
                    "an env has the caller and cancellation of the call it belongs to; give none");
        }
        CallBuilder under = terms.under(call, call.deadlineFrom(registry.time()));
        return call.omitsNulls
                ? under.frozenTyped(call.operationId(), call.input())
                : under.frozen(call.operationId(), call.input());
    }

    /**
     * Opens a subscription, which is closed with the call this env belongs to.
     *
     * @throws CallException if it cannot be opened
     */
    public Subscription<JsonNode> subscribe(String id, Object input) {
        check(id);
        return registry.subscribe(terms.frozen(id, input));
    }

    /** Opens a typed subscription. */
    public <I extends @Nullable Object, O extends @Nullable Object> Subscription<O> subscribe(
            StreamHandle<I, O> operation, @Nullable I input) {
        check(operation.id());
        JsonNode written = operation.write(input);
        return operation.read(registry.subscribe(terms.frozenTyped(operation.id(), written)));
    }

    /** The operations that it can call, in the order of their ids. */
    public List<OperationSpec> operations() {
        OperationQuery usable = OperationQuery.all().usableBy(terms.caller);
        return registry.list(usable.withLimit(Integer.MAX_VALUE)).operations().stream()
                .filter(spec -> reachable.test(spec.id()) && registry.isCallable(spec.id()))
                .toList();
    }

    /** This env for the operations of one namespace, called by their names alone. */
    public NamespaceEnv namespace(String namespace) {
        return new NamespaceEnv(onlyNamespaces(namespace), namespace);
    }

    /** An env for one namespace. Threads may share it. */
    public static final class NamespaceEnv {
        private final OperationEnv env;
        private final String namespace;

        private NamespaceEnv(OperationEnv env, String namespace) {
            this.env = env;
            this.namespace = namespace;
        }

        /** As {@link OperationEnv#call(String, Object)}. */
        public ResponseEnvelope<JsonNode> call(String name, Object input) {
            return env.call(namespace + "." + name, input);
        }

        /** As {@link OperationEnv#subscribe(String, Object)}. */
        public Subscription<JsonNode> subscribe(String name, Object input) {
            return env.subscribe(namespace + "." + name, input);
        }
    }

    /** This env, but only for operations of these namespaces. */
    public OperationEnv onlyNamespaces(String... namespaces) {
        Set<String> allowed = Set.copyOf(List.of(namespaces));
        return narrowed(id -> allowed.contains(id.substring(0, Math.max(0, id.indexOf('.')))));
    }

    /** This env, but only for these operations. */
    public OperationEnv onlyOperations(String... ids) {
        return narrowed(Set.copyOf(List.of(ids))::contains);
    }

    /** How many streams and actions the call has open. */
    int open() {
        return owner.size();
    }

    private OperationEnv narrowed(Predicate<String> also) {
        return new OperationEnv(registry, terms, owner, reachable.and(also));
    }

    private void check(String id) {
        if (owner.hasEnded()) {
            throw new CallException(
                    ErrorCode.ABORTED, "the call that would call " + id + " is over");
        }
        if (!reachable.test(id)) {
            throw new CallException(
                    ErrorCode.ACCESS_DENIED, "access to " + id + " denied: this env is narrowed");
        }
    }
}
