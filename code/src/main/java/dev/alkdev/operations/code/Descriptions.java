package dev.alkdev.operations.code;

import dev.alkdev.operations.schema.SavedJavadoc;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.StringJoiner;

/** The Javadoc of operations, where the annotation processor has kept it beside the class. */
final class Descriptions {
    private Descriptions() {}

    /** That of a method; empty if there is none. */
    static String of(Method method) {
        return SavedJavadoc.of(method.getDeclaringClass(), key(method));
    }

    /** That of a parameter of a method; empty if there is none. */
    static String of(Parameter parameter) {
        return parameter.getDeclaringExecutable() instanceof Method method
                ? SavedJavadoc.of(
                        method.getDeclaringClass(), key(method) + "." + parameter.getName())
                : "";
    }

    private static String key(Method method) {
        StringJoiner types = new StringJoiner(",", method.getName() + "(", ")");
        for (Class<?> type : method.getParameterTypes()) {
            types.add(type.getTypeName());
        }
        return types.toString();
    }
}
