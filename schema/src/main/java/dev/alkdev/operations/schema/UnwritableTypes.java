package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.ValueSerializerModifier;

import java.io.Closeable;
import java.util.Iterator;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;

/**
 * Rejects values of types that are not data. Jackson writes their getters, or an empty object,
 * which loses the result that the author meant.
 */
final class UnwritableTypes extends ValueSerializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public ValueSerializer<?> modifySerializer(
            SerializationConfig config,
            BeanDescription.Supplier description,
            ValueSerializer<?> serializer) {
        Class<?> type = description.getBeanClass();
        String advice = isOfJackson(serializer) ? advice(type) : null;
        return advice == null ? serializer : new Rejecting(type.getTypeName(), advice);
    }

    /** A serializer of the user, given by an annotation, makes any type data. */
    private static boolean isOfJackson(ValueSerializer<?> serializer) {
        return serializer.getClass().getPackageName().startsWith("tools.jackson.databind.");
    }

    /** Returns the remedy for a value of a type that is not data; null for data. */
    private static @Nullable String advice(Class<?> type) {
        if (CompletionStage.class.isAssignableFrom(type) || Future.class.isAssignableFrom(type)) {
            return "wait for it and use its result";
        }
        if (Flow.Publisher.class.isAssignableFrom(type) || isReactive(type)) {
            return "collect its items into a list, or declare a subscription and emit them";
        }
        if (isLambda(type)) {
            return "call it and use its result";
        }
        boolean work =
                Thread.class.isAssignableFrom(type)
                        || Executor.class.isAssignableFrom(type)
                        || Lock.class.isAssignableFrom(type)
                        || ClassLoader.class.isAssignableFrom(type);
        if (work) {
            return "use a record, a map or a list of its values";
        }
        if (Iterator.class.isAssignableFrom(type) && AutoCloseable.class.isAssignableFrom(type)) {
            return "read its items into a list and close it";
        }
        return isOfPlatform(type) && Closeable.class.isAssignableFrom(type)
                ? "read it, use its content and close it"
                : null;
    }

    /** By name: Reactive Streams are no dependency of ours. */
    private static boolean isReactive(@Nullable Class<?> type) {
        if (type == null) {
            return false;
        }
        if (type.getName().equals("org.reactivestreams.Publisher")) {
            return true;
        }
        for (Class<?> each : type.getInterfaces()) {
            if (isReactive(each)) {
                return true;
            }
        }
        return isReactive(type.getSuperclass());
    }

    private static boolean isLambda(Class<?> type) {
        return type.isSynthetic() && type.isHidden();
    }

    private static boolean isOfPlatform(Class<?> type) {
        return type.getName().startsWith("java.") || type.getName().startsWith("sun.");
    }

    private static final class Rejecting extends ValueSerializer<Object> {
        private final String type;
        private final String advice;

        private Rejecting(String type, String advice) {
            this.type = type;
            this.advice = advice;
        }

        @Override
        public void serialize(Object value, JsonGenerator generator, SerializationContext context) {
            throw new UnwritableException("a value of " + type + " is not data: " + advice);
        }

        @Override
        public void serializeWithType(
                Object value,
                JsonGenerator generator,
                SerializationContext context,
                TypeSerializer types) {
            serialize(value, generator, context);
        }
    }
}
