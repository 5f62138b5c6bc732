package dev.alkdev.operations.schema;

import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.introspect.AnnotatedMember;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Finds classes of which values can be written but not read. Each class is looked at once, which
 * costs far less than a schema: an interface may have hundreds of methods whose types have most
 * classes in common. For one thread at a time.
 */
final class ReadableTypes {
    private static final ClassValue<AtomicBoolean> PASSED =
            new ClassValue<>() {
                @Override
                protected AtomicBoolean computeValue(Class<?> type) {
                    return new AtomicBoolean();
                }
            };

    private final JacksonView jackson;
    private final Set<JavaType> seen = new HashSet<>();

    ReadableTypes(JacksonView jackson) {
        this.jackson = jackson;
    }

    /**
     * Looks at a type and all that is in it.
     *
     * @throws IllegalArgumentException naming the class whose subtypes nothing tells apart
     */
    void require(JavaType type) {
        walk(type);
        for (JavaType each : seen) {
            if (!each.hasGenericTypes()) {
                PASSED.get(each.getRawClass()).set(true);
            }
        }
    }

    private void walk(JavaType type) {
        if (type.getKeyType() != null) {
            walk(type.getKeyType());
        }
        if (type.getContentType() != null) {
            walk(type.getContentType());
            return;
        }
        Class<?> raw = type.getRawClass();
        boolean plain = raw.isPrimitive() || raw.isEnum() || isForeign(raw.getName());
        if (plain || PASSED.get(raw).get() || !seen.add(type)) {
            return;
        }
        Set<Class<?>> subtypes = new HashSet<>(jackson.subtypes(raw));
        if (!subtypes.isEmpty() && jackson.isUnreadable(raw)) {
            throw new IllegalArgumentException(ClassSchemas.untold(raw.getSimpleName()));
        }
        for (Class<?> subtype : subtypes) {
            walk(Json.mapper().constructType(subtype));
        }
        walkMembers(jackson.introspected(type));
    }

    private void walkMembers(BeanDescription described) {
        AnnotatedMember value = described.findJsonValueAccessor();
        if (value != null) {
            walk(value.getType());
            return;
        }
        for (var property : described.findProperties()) {
            if (property.getAccessor() != null) {
                walk(property.getPrimaryType());
            }
        }
    }

    /** Classes that Jackson knows by itself. */
    private static boolean isForeign(String name) {
        return name.startsWith("java.") || name.startsWith("tools.jackson.");
    }
}
