package dev.alkdev.operations;

import dev.alkdev.operations.schema.Schema;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * A spec with its handler, and how the registry is to treat them. Immutable; threads may share it.
 *
 * @param normalizeMode null for the registry's default
 * @param authority in whose name the handler makes nested calls; null for its caller's
 * @param schemas the schema of the data by what came with it; null for the spec's, always
 * @param origin where it comes from; null if unknown
 * @param timeout the longest time of a call; null for any. A subscription may take longer
 * @param normalizesInput whether inputs are normalized before they are checked
 * @param computes whether the handler keeps a processor busy: see {@link #computing}
 */
public record OperationBinding(
        OperationSpec spec,
        Handler handler,
        @Nullable NormalizeMode normalizeMode,
        @Nullable Caller authority,
        @Nullable Function<? super ResponseMeta, Schema> schemas,
        @Nullable Origin origin,
        @Nullable Duration timeout,
        boolean normalizesInput,
        boolean computes) {

    /** Checks that a subscription has a stream handler and nothing else has. */
    public OperationBinding {
        Objects.requireNonNull(handler, () -> spec.id() + " has no handler");
        if (!fits(spec, handler)) {
            throw new IllegalArgumentException(
                    spec.id()
                            + " is a "
                            + spec.type().wireName()
                            + (handler instanceof StreamHandler
                                    ? " and needs an OperationHandler, not a StreamHandler"
                                    : " and needs a StreamHandler, not an OperationHandler"));
        }
    }

    public static OperationBinding of(OperationSpec spec, OperationHandler handler) {
        return of(spec, (Handler) handler);
    }

    public static OperationBinding of(OperationSpec spec, StreamHandler handler) {
        return of(spec, (Handler) handler);
    }

    static OperationBinding of(OperationSpec spec, Handler handler) {
        return new OperationBinding(spec, handler, null, null, null, null, null, false, false);
    }

    public OperationBinding normalizing(NormalizeMode mode) {
        return new OperationBinding(
                spec,
                handler,
                mode,
                authority,
                schemas,
                origin,
                timeout,
                normalizesInput,
                computes);
    }

    /**
     * Gives the operation an authority of its own: nested calls are made in this name, whoever
     * calls it. So it may do for its callers what they could not do themselves.
     */
    public OperationBinding runsAs(Caller authority) {
        return new OperationBinding(
                spec,
                handler,
                normalizeMode,
                authority,
                schemas,
                origin,
                timeout,
                normalizesInput,
                computes);
    }

    /**
     * Normalizes and checks each result by a schema of its own, such as that of the status an HTTP
     * response really has. The spec's output schema describes all of them.
     *
     * @param schemas gives the schema for what came with a result; {@link Schema#unknown()} leaves
     *     the data alone. It is asked once per result and should not make a schema each time
     */
    public OperationBinding withOutputSchemas(Function<? super ResponseMeta, Schema> schemas) {
        return new OperationBinding(
                spec,
                handler,
                normalizeMode,
                authority,
                schemas,
                origin,
                timeout,
                normalizesInput,
                computes);
    }

    /** The same handler under another spec, which must be of the same kind. */
    public OperationBinding withSpec(OperationSpec spec) {
        return new OperationBinding(
                spec,
                handler,
                normalizeMode,
                authority,
                schemas,
                origin,
                timeout,
                normalizesInput,
                computes);
    }

    /** The same operation with another handler, which must be of the same kind. */
    public OperationBinding withHandler(Handler handler) {
        return new OperationBinding(
                spec,
                handler,
                normalizeMode,
                authority,
                schemas,
                origin,
                timeout,
                normalizesInput,
                computes);
    }

    /** Sets its source or link, for observers of calls. */
    public OperationBinding from(Origin origin) {
        return new OperationBinding(
                spec,
                handler,
                normalizeMode,
                authority,
                schemas,
                origin,
                timeout,
                normalizesInput,
                computes);
    }

    /** Ends a call of it after this time at the latest, whatever deadline its caller gave. */
    public OperationBinding within(@Nullable Duration timeout) {
        return new OperationBinding(
                spec,
                handler,
                normalizeMode,
                authority,
                schemas,
                origin,
                timeout,
                normalizesInput,
                computes);
    }

    /** Does for every caller what {@link CallBuilder#normalizingInput} does for one. */
    public OperationBinding normalizingInput() {
        return new OperationBinding(
                spec, handler, normalizeMode, authority, schemas, origin, timeout, true, computes);
    }

    /**
     * Declares that the handler computes for long without waiting for anything. It then runs on one
     * of a few platform threads, as many as there are processors, so that other calls, health
     * checks and timers go on meanwhile. Calls wait for a free thread, within their deadlines, and
     * the wait of a caller ends with the deadline even if the handler ignores its interrupt. Each
     * subscription has a thread of its own.
     */
    public OperationBinding computing() {
        return new OperationBinding(
                spec,
                handler,
                normalizeMode,
                authority,
                schemas,
                origin,
                timeout,
                normalizesInput,
                true);
    }

    /** Whether the handler is of the kind that the operation needs: one that streams, or not. */
    static boolean fits(OperationSpec spec, Handler handler) {
        return (spec.type() == OperationType.SUBSCRIPTION) == handler instanceof StreamHandler;
    }

    /**
     * The origin of an operation: a source, a link. Whoever observes calls finds it with each of
     * them, for metrics, audit and limits. Threads share it.
     *
     * @see OperationBinding#from
     */
    public interface Origin {
        String name();

        /** The nodes from the other side of a link to where the operation runs; empty if local. */
        default List<String> path() {
            return List.of();
        }

        /** One that has nothing but a name. */
        static Origin named(String name) {
            return new NamedOrigin(name);
        }

        /** See {@link #named}. */
        record NamedOrigin(String name) implements Origin {}

        /** Several of them, each of which may be asked. */
        interface Several extends Origin {
            /** The one in use. */
            Origin current();

            @Override
            default String name() {
                return current().name();
            }

            @Override
            default List<String> path() {
                return current().path();
            }
        }
    }
}
