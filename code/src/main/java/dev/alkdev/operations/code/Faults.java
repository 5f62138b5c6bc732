package dev.alkdev.operations.code;

import org.jspecify.annotations.Nullable;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Collects what is wrong with a declaration, so that all of it is reported at once. */
final class Faults {
    private final List<String> sentences = new ArrayList<>();

    void add(String place, @Nullable String reason) {
        sentences.add(place + ": " + reason);
    }

    /** The result of a step; null if it was refused, which is a fault. */
    <T> @Nullable T attempt(String place, Supplier<T> step) {
        try {
            return step.get();
        } catch (IllegalArgumentException refused) {
            add(place, refused.getMessage());
            return null;
        }
    }

    /** Adds what is wrong with a part, which is at fault for its whole. */
    void addAll(String place, Faults part) {
        part.sentences.forEach(sentence -> add(place, sentence));
    }

    int count() {
        return sentences.size();
    }

    /** Throws if there is any fault. */
    void report() {
        if (!sentences.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", sentences));
        }
    }

    static String place(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    static String place(Parameter parameter) {
        return parameter.getDeclaringExecutable() instanceof Method method
                ? place(method) + ", parameter " + parameter.getName()
                : parameter.getDeclaringExecutable().getDeclaringClass().getSimpleName()
                        + ", parameter "
                        + parameter.getName();
    }
}
