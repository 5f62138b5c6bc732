package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;

/** A record of plain components. */
final class PlainRecord implements PlainType {
    private final Class<?> type;
    private final List<Component> components;
    private final Constructor<?> constructor;
    private final boolean hasValues;

    /**
     * @param nullable whether it says {@code @Nullable}
     */
    record Component(String name, PlainType type, boolean nullable, Method accessor) {
        boolean isRequired() {
            return !nullable && !(type instanceof PlainOptional);
        }
    }

    /**
     * @param constructor the canonical one
     * @param reachable whether constructor and accessors may be called
     */
    PlainRecord(
            Class<?> type,
            List<Component> components,
            Constructor<?> constructor,
            boolean reachable) {
        this.type = type;
        this.components = List.copyOf(components);
        this.constructor = constructor;
        this.hasValues = reachable && haveValues(components);
    }

    private static boolean haveValues(List<Component> components) {
        for (Component component : components) {
            if (!component.type().hasValues()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = schema.arrayNode();
        for (Component component : components) {
            ObjectNode property = component.type().memberSchema();
            if (component.nullable()) {
                PlainOptional.allowNull(property);
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
        return schema;
    }

    @Override
    public boolean collect(Set<Class<?>> written) {
        boolean once = written.add(type);
        for (Component component : components) {
            once &= component.type().collect(written);
        }
        return once;
    }

    @Override
    public boolean hasValues() {
        return hasValues;
    }

    @Override
    public @Nullable Object read(JsonNode json) {
        if (json.isNull()) {
            return null;
        }
        if (!json.isObject()) {
            return UNFIT;
        }
        @Nullable Object[] values = new Object[components.size()];
        for (int i = 0; i < values.length; i++) {
            Component component = components.get(i);
            JsonNode given = json.get(component.name());
            values[i] = component.type().read(given == null ? NullNode.getInstance() : given);
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
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (Component component : components) {
            JsonNode written = write(component, value);
            if (written == null) {
                return null;
            }
            object.set(component.name(), written);
        }
        return object;
    }

    private static @Nullable JsonNode write(Component component, Object owner) {
        try {
            Object value = component.accessor().invoke(owner);
            return value == null ? NullNode.getInstance() : component.type().write(value);
        } catch (ReflectiveOperationException failed) {
            return null;
        }
    }
}
