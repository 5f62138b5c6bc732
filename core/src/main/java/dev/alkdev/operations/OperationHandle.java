package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/**
 * Calls an operation by Java types, wherever it runs: an imported one by {@link Operation#of}, or
 * an {@link Operation} of this program. Immutable; threads may share it.
 *
 * <pre>{@code
 * OperationHandle<PetId, Pet> get = Operation.of("pets.get", PetId.class, Pet.class);
 * Pet pet = registry.execute(get, new PetId(7)).unwrap();
 * }</pre>
 */
public sealed class OperationHandle<I extends @Nullable Object, O extends @Nullable Object>
        permits Operation {
    private final TypedForm<I, O> form;

    OperationHandle(TypedForm<I, O> form) {
        this.form = form;
    }

    public final String id() {
        return form.id;
    }

    /**
     * The JSON of an input, as for a call of a peer.
     *
     * @throws CallException {@link ErrorCode#VALIDATION_ERROR} if there is none
     */
    public final JsonNode write(@Nullable I input) {
        return form.inputTree(input);
    }

    /**
     * The result of a call with its data as a Java value.
     *
     * @throws CallException {@link ErrorCode#EXECUTION_ERROR} if it is none, or {@linkplain
     *     ResponseEnvelope#isError() an error}
     */
    public final ResponseEnvelope<O> read(ResponseEnvelope<JsonNode> result) {
        return form.output(result);
    }
}
