package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationHandler;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.StreamHandler;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.List;

/**
 * An operation of others that a registry only describes, for links that answer questions about them
 * in their place. It is listed with the path that was announced for it; calls of it take another
 * way.
 */
public final class Relayed {
    private Relayed() {}

    /**
     * What to register in a registry that only describes.
     *
     * @param path as {@link Offering#path} gave it
     */
    public static OperationBinding binding(OperationSpec spec, List<String> path) {
        return spec.type() == OperationType.SUBSCRIPTION
                ? OperationBinding.of(spec, new Stream(List.copyOf(path)))
                : OperationBinding.of(spec, new Call(List.copyOf(path)));
    }

    private static CallException notHere() {
        return new CallException(ErrorCode.OPERATION_NOT_FOUND, "this is only a description");
    }

    /** What is known of it. */
    interface Described {
        List<String> path();
    }

    record Call(List<String> path) implements OperationHandler, Described {
        @Override
        public @Nullable Object handle(JsonNode input, OperationContext context) {
            throw notHere();
        }
    }

    record Stream(List<String> path) implements StreamHandler, Described {
        @Override
        public void handle(
                JsonNode input, OperationContext context, Emitter<@Nullable Object> emitter) {
            throw notHere();
        }
    }
}
