package dev.alkdev.operations;

import dev.alkdev.operations.schema.Schema;

import org.jspecify.annotations.Nullable;

import java.util.function.Function;

/**
 * A spec with its handler, and how the registry is to treat them. Immutable; threads may share it.
 *
 * @param normalizeMode null for the registry's default
 * @param authority in whose name the handler makes nested calls; null for its caller's
 * @param outputSchemas the schema of the data by what came with it; null for the spec's, always
 */
public record OperationBinding(
        OperationSpec spec,
        Handler handler,
        @Nullable NormalizeMode normalizeMode,
        @Nullable Caller authority,
        @Nullable Function<? super ResponseMeta, Schema> outputSchemas) {

    /** Checks that a subscription has a stream handler and nothing else has. */
    public OperationBinding {
        check(spec, handler);
    }

    public static OperationBinding of(OperationSpec spec, OperationHandler handler) {
        return new OperationBinding(spec, handler, null, null, null);
    }

    public static OperationBinding of(OperationSpec spec, StreamHandler handler) {
        return new OperationBinding(spec, handler, null, null, null);
    }

    public OperationBinding normalizing(NormalizeMode mode) {
        return new OperationBinding(spec, handler, mode, authority, outputSchemas);
    }

    /**
     * Gives the operation an authority of its own: nested calls are made in this name, whoever
     * calls it. So it may do for its callers what they could not do themselves.
     */
    public OperationBinding runsAs(Caller authority) {
        return new OperationBinding(spec, handler, normalizeMode, authority, outputSchemas);
    }

    /**
     * Normalizes and checks each result by a schema of its own, such as that of the status an HTTP
     * response really has. The spec's output schema describes all of them.
     *
     * @param schemas gives the schema for what came with a result; {@link Schema#unknown()} leaves
     *     the data alone. It is asked once per result and should not make a schema each time
     */
    public OperationBinding withOutputSchemas(Function<? super ResponseMeta, Schema> schemas) {
        return new OperationBinding(spec, handler, normalizeMode, authority, schemas);
    }

    /** The same handler under another spec, which must be of the same kind. */
    public OperationBinding withSpec(OperationSpec spec) {
        return new OperationBinding(spec, handler, normalizeMode, authority, outputSchemas);
    }

    static void check(OperationSpec spec, Handler handler) {
        boolean streams = spec.type() == OperationType.SUBSCRIPTION;
        if (streams != handler instanceof StreamHandler) {
            throw new IllegalArgumentException(
                    spec.id()
                            + " is a "
                            + spec.type().wireName()
                            + " and needs "
                            + (streams ? "a StreamHandler" : "an OperationHandler")
                            + ", not "
                            + (streams ? "an OperationHandler" : "a StreamHandler"));
        }
    }
}
