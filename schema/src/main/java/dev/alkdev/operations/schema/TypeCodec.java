package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads and writes values of a Java type as Jackson does. Values of plain types are read and
 * written without it, unless something about them is out of the ordinary. Threads may share it.
 */
public final class TypeCodec {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Type type;
    private final @Nullable Plain plain;

    // Made when first needed: a handler never writes its input, nor a client its output. Two
    // threads may make the same; either is right.
    private @Nullable JavaType javaType;
    private @Nullable ObjectWriter writer;

    private TypeCodec(Type type, @Nullable Plain plain) {
        this.type = type;
        this.plain = plain;
    }

    public static TypeCodec of(Type type) {
        PlainType plain = PlainType.of(type);
        return new TypeCodec(type, plain == null ? null : Plain.of(plain));
    }

    /**
     * Reads a value.
     *
     * @throws JacksonException if the type refuses the JSON
     */
    public @Nullable Object read(JsonNode json) {
        Object value = plain == null ? Plain.UNFIT : plain.read(json);
        return value == Plain.UNFIT ? Json.mapper().treeToValue(json, javaType()) : value;
    }

    /**
     * Writes a value.
     *
     * @throws UnwritableException if the value is not data
     * @throws JacksonException if there is no JSON for it
     */
    public JsonNode write(Object value) {
        JsonNode json = plain == null ? null : plain.write(value);
        return json == null ? Json.writing(() -> writer().valueToTree(value)) : json;
    }

    /** By the declared type: the elements of a list do not know that they are of a union. */
    private ObjectWriter writer() {
        ObjectWriter known = writer;
        if (known == null) {
            known = Json.mapper().writerFor(javaType());
            writer = known;
        }
        return known;
    }

    private JavaType javaType() {
        JavaType known = javaType;
        if (known == null) {
            known = Json.mapper().constructType(type);
            javaType = known;
        }
        return known;
    }

    @Override
    public String toString() {
        return javaType().toCanonical();
    }

    /** The values of a plain type, in so far as they are ordinary. */
    sealed interface Plain {
        /** What {@link #read} gives for JSON of which only Jackson knows what to make. */
        Object UNFIT = new Object();

        /** Those of a type; null if they are left to Jackson. No switch: see {@link PlainTypes}. */
        static @Nullable Plain of(PlainType type) {
            if (type instanceof PlainType.Scalar scalar) {
                return Scalar.TYPES.contains(scalar.type()) ? new Scalar(scalar.type()) : null;
            }
            if (type instanceof PlainType.Choice choice) {
                return new Choice(choice.constants());
            }
            if (type instanceof PlainType.Items items) {
                Plain item = items.type() == Set.class ? null : of(items.item());
                return item == null ? null : new Items(item);
            }
            if (type instanceof PlainType.Entries entries) {
                Plain content = of(entries.content());
                return content == null ? null : new Entries(content);
            }
            if (type instanceof PlainType.Maybe maybe) {
                Plain content = of(maybe.content());
                return content == null ? null : new Maybe(content);
            }
            return Composite.of((PlainType.Composite) type);
        }

        /** The value of some JSON, or {@link #UNFIT}. */
        @Nullable Object read(JsonNode json);

        /** The JSON of a value; null if only Jackson knows it. */
        @Nullable JsonNode write(Object value);

        default @Nullable JsonNode writeNullable(@Nullable Object value) {
            return value == null ? NullNode.getInstance() : write(value);
        }
    }

    /** Texts, numbers, truth values and times. */
    private record Scalar(Class<?> type) implements Plain {
        static final Set<Class<?>> TYPES =
                Set.of(
                        String.class,
                        boolean.class,
                        int.class,
                        long.class,
                        double.class,
                        Boolean.class,
                        Integer.class,
                        Long.class,
                        Double.class,
                        Instant.class);

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
            if (value instanceof String text) {
                return NODES.stringNode(text);
            }
            if (value instanceof Boolean truth) {
                return NODES.booleanNode(truth);
            }
            if (value instanceof Integer number) {
                return NODES.numberNode(number.intValue());
            }
            if (value instanceof Long number) {
                return NODES.numberNode(number.longValue());
            }
            if (value instanceof Instant time) {
                return NODES.stringNode(time.toString());
            }
            return value instanceof Double number ? NODES.numberNode(number.doubleValue()) : null;
        }
    }

    /** The constants of an enum. */
    private record Choice(List<Enum<?>> constants) implements Plain {
        @Override
        public @Nullable Object read(JsonNode json) {
            if (json.isNull()) {
                return null;
            }
            if (json.isString()) {
                String name = json.stringValue();
                for (Enum<?> constant : constants) {
                    if (constant.name().equals(name)) {
                        return constant;
                    }
                }
            }
            return UNFIT;
        }

        @Override
        public @Nullable JsonNode write(Object value) {
            return value instanceof Enum<?> constant ? NODES.stringNode(constant.name()) : null;
        }
    }

    /** Optional values. */
    private record Maybe(Plain content) implements Plain {
        @Override
        public Object read(JsonNode json) {
            if (json.isNull()) {
                return Optional.empty();
            }
            Object value = content.read(json);
            return value == UNFIT || value == null ? UNFIT : Optional.of(value);
        }

        @Override
        public @Nullable JsonNode write(Object value) {
            return value instanceof Optional<?> optional
                    ? content.writeNullable(optional.orElse(null))
                    : null;
        }
    }

    /** Lists and collections. */
    private record Items(Plain item) implements Plain {
        @Override
        public @Nullable Object read(JsonNode json) {
            if (!json.isArray()) {
                return json.isNull() ? null : UNFIT;
            }
            List<@Nullable Object> values = new ArrayList<>();
            for (int i = 0; i < json.size(); i++) {
                Object value = item.read(json.get(i));
                if (value == UNFIT) {
                    return UNFIT;
                }
                values.add(value);
            }
            return values;
        }

        @Override
        public @Nullable JsonNode write(Object value) {
            if (!(value instanceof Collection<?> values)) {
                return null;
            }
            ArrayNode array = NODES.arrayNode();
            for (Object each : values) {
                JsonNode written = item.writeNullable(each);
                if (written == null) {
                    return null;
                }
                array.add(written);
            }
            return array;
        }
    }

    /** Maps from texts. */
    private record Entries(Plain content) implements Plain {
        @Override
        public @Nullable Object read(JsonNode json) {
            if (!json.isObject()) {
                return json.isNull() ? null : UNFIT;
            }
            Map<String, @Nullable Object> values = new LinkedHashMap<>();
            for (Map.Entry<String, JsonNode> entry : json.properties()) {
                Object value = content.read(entry.getValue());
                if (value == UNFIT) {
                    return UNFIT;
                }
                values.put(entry.getKey(), value);
            }
            return values;
        }

        @Override
        public @Nullable JsonNode write(Object value) {
            if (!(value instanceof Map<?, ?> values)) {
                return null;
            }
            ObjectNode object = NODES.objectNode();
            for (Map.Entry<?, ?> entry : values.entrySet()) {
                JsonNode written = content.writeNullable(entry.getValue());
                if (written == null || !(entry.getKey() instanceof String name)) {
                    return null;
                }
                object.set(name, written);
            }
            return object;
        }
    }

    /** Records. */
    private record Composite(Class<?> type, Constructor<?> constructor, List<Component> components)
            implements Plain {

        record Component(String name, Plain values, Method accessor) {}

        static @Nullable Composite of(PlainType.Composite type) {
            List<Component> components = new ArrayList<>();
            for (PlainType.Component component : type.components()) {
                Plain values = Plain.of(component.type());
                if (values == null) {
                    return null;
                }
                components.add(new Component(component.name(), values, component.accessor()));
            }
            return type.reachable()
                    ? new Composite(type.type(), type.constructor(), List.copyOf(components))
                    : null;
        }

        @Override
        public @Nullable Object read(JsonNode json) {
            if (!json.isObject()) {
                return json.isNull() ? null : UNFIT;
            }
            @Nullable Object[] values = new Object[components.size()];
            for (int i = 0; i < values.length; i++) {
                Component component = components.get(i);
                JsonNode given = json.get(component.name);
                values[i] = component.values.read(given == null ? NullNode.getInstance() : given);
                if (values[i] == UNFIT) {
                    return UNFIT;
                }
            }
            try {
                return constructor.newInstance(values);
            } catch (ReflectiveOperationException refused) {
                // Jackson says which, and where.
                return UNFIT;
            }
        }

        @Override
        public @Nullable JsonNode write(Object value) {
            if (!type.isInstance(value)) {
                return null;
            }
            ObjectNode object = NODES.objectNode();
            try {
                for (Component component : components) {
                    Object member = component.accessor.invoke(value);
                    JsonNode written = component.values.writeNullable(member);
                    if (written == null) {
                        return null;
                    }
                    object.set(component.name, written);
                }
            } catch (ReflectiveOperationException failed) {
                return null;
            }
            return object;
        }
    }
}
