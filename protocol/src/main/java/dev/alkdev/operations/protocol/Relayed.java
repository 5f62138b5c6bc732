package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;

import java.util.List;

/**
 * Origin of an operation that another node serves and this registry only lists, with the path that
 * was announced for it. Calls of it take another way.
 */
public record Relayed(List<String> path) implements OperationBinding.Origin {
    public Relayed {
        path = List.copyOf(path);
    }

    @Override
    public String name() {
        return "link";
    }

    /**
     * What to register in a registry that only describes.
     *
     * @param path as {@link Offering#path} gave it
     */
    public static OperationBinding binding(OperationSpec spec, List<String> path) {
        OperationBinding described =
                spec.type() == OperationType.SUBSCRIPTION
                        ? OperationBinding.of(spec, (input, context, emitter) -> refuse())
                        : OperationBinding.of(spec, (input, context) -> refuse());
        return described.from(new Relayed(path));
    }

    private static Object refuse() {
        throw new CallException(ErrorCode.OPERATION_NOT_FOUND, "this is only a description");
    }
}
