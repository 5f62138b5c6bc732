package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A Java type that is JSON by its declaration alone, as most types of a program are: no annotation
 * changes it. Its schema is what the generator gives, and its values are {@linkplain TypeCodec read
 * and written} as Jackson does; but neither has to be loaded for it, which takes longer than
 * everything else in the start of a small program. Threads may share it.
 */
sealed interface PlainType {

    /** The plain type that this is; null if it is none. */
    static @Nullable PlainType of(Type type) {
        return PlainTypes.of(type);
    }

    /** A new schema. */
    ObjectNode schema();

    /** A new schema of a member of this type. */
    default ObjectNode memberSchema() {
        return schema();
    }

    /**
     * Collects the classes that are written out.
     *
     * @return false if there is one twice, which the generator would write out only once
     */
    boolean collect(Set<Class<?>> written);

    /** Makes a schema accept null. */
    static void allowNull(ObjectNode schema) {
        if (schema.has("enum")) {
            ObjectNode other = schema.deepCopy();
            TypeNames.copy(schema, other);
            schema.removeAll();
            schema.putArray("anyOf").add(schema.objectNode().put("type", "null")).add(other);
        } else if (schema.path("type").isString()) {
            String type = schema.get("type").stringValue();
            // In the same place.
            schema.putArray("type").add(type).add("null");
        }
    }

    private static ObjectNode schemaOf(String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type);
    }

    /** A text, number, truth value, time, or another scalar. */
    record Scalar(Class<?> type) implements PlainType {
        @Override
        public ObjectNode schema() {
            return Objects.requireNonNull(ScalarTypes.schema(type));
        }

        @Override
        public boolean collect(Set<Class<?>> written) {
            return true;
        }
    }

    /** An enum whose constants are written by their names. */
    record Choice(Class<?> type, List<Enum<?>> constants) implements PlainType {
        public Choice {
            constants = List.copyOf(constants);
        }

        @Override
        public ObjectNode schema() {
            ObjectNode schema = schemaOf("string");
            ArrayNode names = schema.putArray("enum");
            for (Enum<?> constant : constants) {
                names.add(constant.name());
            }
            return TypeNames.named(schema, type);
        }

        @Override
        public boolean collect(Set<Class<?>> written) {
            return written.add(type);
        }
    }

    /** A list, set or collection. */
    record Items(Class<?> type, PlainType item) implements PlainType {
        @Override
        public ObjectNode schema() {
            ObjectNode schema = schemaOf("array");
            schema.set("items", item.schema());
            return schema;
        }

        @Override
        public boolean collect(Set<Class<?>> written) {
            return item.collect(written);
        }
    }

    /** A map from texts. */
    record Entries(PlainType content) implements PlainType {
        @Override
        public ObjectNode schema() {
            ObjectNode schema = schemaOf("object");
            if (!content.equals(new Scalar(Object.class))) {
                schema.set("additionalProperties", content.schema());
            }
            return schema;
        }

        @Override
        public boolean collect(Set<Class<?>> written) {
            return content.collect(written);
        }
    }

    /** A value that may be missing. */
    record Maybe(PlainType content) implements PlainType {
        @Override
        public ObjectNode schema() {
            ObjectNode schema = JsonNodeFactory.instance.objectNode();
            schema.putArray("anyOf").add(content.schema()).addObject().put("type", "null");
            return schema;
        }

        @Override
        public ObjectNode memberSchema() {
            ObjectNode schema = content.schema();
            allowNull(schema);
            return schema;
        }

        @Override
        public boolean collect(Set<Class<?>> written) {
            return content.collect(written);
        }
    }

    /**
     * A record of plain components.
     *
     * @param constructor the canonical one
     * @param reachable whether constructor and accessors may be called
     */
    record Composite(
            Class<?> type,
            List<Component> components,
            Constructor<?> constructor,
            boolean reachable)
            implements PlainType {
        public Composite {
            components = List.copyOf(components);
        }

        @Override
        public ObjectNode schema() {
            ObjectNode schema = schemaOf("object");
            ObjectNode properties = schema.putObject("properties");
            ArrayNode required = schema.arrayNode();
            for (Component component : components) {
                ObjectNode property = component.type().memberSchema();
                if (component.nullable()) {
                    allowNull(property);
                }
                String description = SavedJavadoc.of(type, component.name());
                if (!description.isEmpty()) {
                    property.put("description", description);
                }
                properties.set(component.name(), property);
                if (component.isRequired()) {
                    required.add(component.name());
                }
            }
            if (!required.isEmpty()) {
                schema.set("required", required);
            }
            return TypeNames.named(schema, type);
        }

        @Override
        public boolean collect(Set<Class<?>> written) {
            boolean once = written.add(type);
            for (Component component : components) {
                once &= component.type().collect(written);
            }
            return once;
        }
    }

    /**
     * A component of a record.
     *
     * @param nullable whether it says {@code @Nullable}
     */
    record Component(String name, PlainType type, boolean nullable, Method accessor) {
        boolean isRequired() {
            return !nullable && !(type instanceof Maybe);
        }
    }
}
