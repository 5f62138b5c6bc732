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
        extends TypedForm<I, O> permits Operation {
    OperationHandle(String id, JsonForm<I> input, JsonForm<O> output) {
        super(id, input, output);
    }

    /**
     * The result of a call with its data as a Java value.
     *
     * @throws CallException {@link ErrorCode#EXECUTION_ERROR} if it is none, or {@linkplain
     *     ResponseEnvelope#isError() an error}
     */
    public final ResponseEnvelope<O> read(ResponseEnvelope<JsonNode> result) {
        return read(id, result, output);
    }
}
