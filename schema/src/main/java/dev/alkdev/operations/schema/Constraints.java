package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.node.ObjectNode;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/** Turns the constraints of Jakarta Validation into keywords, if its API is on the class path. */
final class Constraints {
    private static final String PACKAGE = "jakarta.validation.constraints.";
    private static final Set<String> DEMANDING =
            Set.of(PACKAGE + "NotNull", PACKAGE + "NotBlank", PACKAGE + "NotEmpty");

    /** What a constraint is about: the same one has another keyword for each. */
    enum Subject {
        TEXT,
        NUMBER,
        LIST,
        MAP,
        OTHER
    }

    /** Asked only for members with such annotations: to find no class takes a look at each jar. */
    private static final class Api {
        static final boolean PRESENT = isPresent();

        private static boolean isPresent() {
            try {
                Class.forName(PACKAGE + "Min", false, Constraints.class.getClassLoader());
                return true;
            } catch (ClassNotFoundException absent) {
                return false;
            }
        }
    }

    private Constraints() {}

    /** Whether constraints forbid null. */
    static boolean demandValue(AnnotatedElement element) {
        for (Annotation annotation : element.getAnnotations()) {
            if (DEMANDING.contains(annotation.annotationType().getName())) {
                return true;
            }
        }
        return false;
    }

    /**
     * Adds the keywords of all constraints of a member.
     *
     * @throws IllegalArgumentException for a pattern that JSON Schema cannot express
     */
    static void add(AnnotatedElement element, Type type, ObjectNode schema) {
        for (Annotation annotation : element.getAnnotations()) {
            String name = annotation.annotationType().getName();
            if (name.startsWith(PACKAGE)
                    && Api.PRESENT
                    && !ConstraintKeywords.add(annotation, of(type), schema)) {
                Logger log = LoggerFactory.getLogger(Constraints.class);
                log.warn(
                        "@{} of {} is not checked: no keyword of JSON Schema expresses it there",
                        name.substring(PACKAGE.length()),
                        element);
            }
        }
    }

    private static Subject of(Type type) {
        Class<?> raw = JavaTypes.raw(type);
        if (CharSequence.class.isAssignableFrom(raw) || is(raw, char.class, Character.class)) {
            return Subject.TEXT;
        }
        if (Number.class.isAssignableFrom(raw)
                || (raw.isPrimitive() && !is(raw, boolean.class, null))) {
            return Subject.NUMBER;
        }
        if (Map.class.isAssignableFrom(raw)) {
            return Subject.MAP;
        }
        // Bytes and characters are written as text, whose length is not theirs.
        boolean list = raw.isArray() && !is(raw, byte[].class, char[].class);
        return list || Collection.class.isAssignableFrom(raw) ? Subject.LIST : Subject.OTHER;
    }

    private static boolean is(Class<?> raw, Class<?> one, @Nullable Class<?> other) {
        return raw == one || raw == other;
    }
}
