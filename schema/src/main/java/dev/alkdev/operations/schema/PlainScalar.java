package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Objects;
import java.util.Set;

/** A text, number, truth value or time; or another scalar, whose values are left to Jackson. */
record PlainScalar(Class<?> type) implements PlainType {

    @Override
    public ObjectNode schema() {
        return Objects.requireNonNull(ScalarTypes.schema(type));
    }

    @Override
    public boolean collect(Set<Class<?>> written) {
        return true;
    }

    @Override
    public boolean hasValues() {
        return type == String.class
                || type == boolean.class
                || type == int.class
                || type == long.class
                || type == double.class
                || type == Boolean.class
                || type == Integer.class
                || type == Long.class
                || type == Double.class
                || type == Instant.class;
    }

    @Override
    public @Nullable Object read(JsonNode json) {
        if (json.isNull()) {
            return type.isPrimitive() ? UNFIT : null;
        }
        if (type == String.class) {
            return json.isString() ? json.stringValue() : UNFIT;
        }
        if (type == boolean.class || type == Boolean.class) {
            return json.isBoolean() ? (Object) json.booleanValue() : UNFIT;
        }
        if (type == int.class || type == Integer.class) {
            return json.isInt() ? (Object) json.intValue() : UNFIT;
        }
        if (type == long.class || type == Long.class) {
            return json.isInt() || json.isLong() ? (Object) json.longValue() : UNFIT;
        }
        if (type == Instant.class) {
            return json.isString() ? time(json.stringValue()) : UNFIT;
        }
        return json.isDouble() ? (Object) json.doubleValue() : UNFIT;
    }

    /** Only the form in which times are written: Jackson knows others. */
    private static Object time(String text) {
        try {
            return text.endsWith("Z") ? Instant.parse(text) : UNFIT;
        } catch (DateTimeParseException e) {
            return UNFIT;
        }
    }

    @Override
    public @Nullable JsonNode write(Object value) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (value instanceof String text) {
            return nodes.stringNode(text);
        }
        if (value instanceof Boolean truth) {
            return nodes.booleanNode(truth);
        }
        if (value instanceof Integer number) {
            return nodes.numberNode(number.intValue());
        }
        if (value instanceof Long number) {
            return nodes.numberNode(number.longValue());
        }
        if (value instanceof Instant time) {
            return nodes.stringNode(time.toString());
        }
        return value instanceof Double number ? nodes.numberNode(number.doubleValue()) : null;
    }
}
