package dev.alkdev.operations.code;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.schema.JavaTypes;

import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.Optional;
import java.util.function.Consumer;

/** The origin of the argument of a parameter. */
enum Slot {
    /** The input. */
    INPUT,
    CONTEXT,
    CALLER,
    /** The identity of the caller, who must have one. */
    IDENTITY,
    OPTIONAL_IDENTITY,
    EMITTER,
    PROGRESS;

    /**
     * The slot of a parameter.
     *
     * @throws IllegalArgumentException for one that looks special and is not
     */
    static Slot of(Parameter parameter) {
        Type type = parameter.getParameterizedType();
        Class<?> raw = parameter.getType();
        if (raw == OperationContext.class) {
            return CONTEXT;
        }
        if (raw == Caller.class) {
            return CALLER;
        }
        if (raw == Identity.class) {
            return IDENTITY;
        }
        if (raw == Emitter.class) {
            return EMITTER;
        }
        if (raw == Optional.class && JavaTypes.raw(Types.argument(type)) == Identity.class) {
            return OPTIONAL_IDENTITY;
        }
        if (raw == Progress.class) {
            throw new IllegalArgumentException(
                    "Progress is what is reported; declare Consumer<Progress> to report it");
        }
        if (raw == Consumer.class && JavaTypes.raw(Types.argument(type)) == Progress.class) {
            return PROGRESS;
        }
        return INPUT;
    }
}
