package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** An object whose members are given one by one. For one thread. */
final class MemberObject {
    private final List<TypedMember> members;
    private boolean constrained;

    MemberObject(List<TypedMember> members) {
        this.members = members;
    }

    /**
     * The schema if the members are plain, as most parameters are; null if one is not. The
     * generator gives the same, in a hundred times the time.
     */
    @Nullable ObjectNode plain() {
        Set<Class<?>> written = new HashSet<>();
        for (TypedMember member : members) {
            PlainType type = PlainType.of(member.type());
            boolean plain =
                    type != null
                            && PlainTypes.areBareWithin(member.annotatedType())
                            && type.collect(written);
            if (!plain) {
                return null;
            }
        }
        ObjectNode schema = schema(MemberObject::plain);
        finish(schema, PlainType::allowNull);
        return schema;
    }

    private static ObjectNode plain(TypedMember member) {
        PlainType type = Objects.requireNonNull(PlainType.of(member.type()));
        return type instanceof PlainType.Maybe(PlainType content)
                ? content.schema()
                : type.schema();
    }

    /** Whether annotations of the members have added keywords, which may be wrong. */
    boolean isConstrained() {
        return constrained;
    }

    /** The schema with nothing but the types of the members. */
    ObjectNode schema(Function<TypedMember, ObjectNode> property) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = schema.arrayNode();
        for (TypedMember member : members) {
            properties.set(member.name(), property.apply(member));
            if (member.isRequired()) {
                required.add(member.name());
            }
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return schema;
    }

    /** Adds what is declared about the members. */
    void finish(JsonNode schema, Consumer<ObjectNode> allowNull) {
        for (TypedMember member : members) {
            if (schema.path("properties").path(member.name()) instanceof ObjectNode property) {
                finish(member, property, allowNull);
            }
        }
    }

    private void finish(TypedMember member, ObjectNode property, Consumer<ObjectNode> allowNull) {
        AnnotatedType item = item(member);
        if (item != null && property.path("items") instanceof ObjectNode items) {
            Constraints.add(item, item.getType(), items);
            if (JavaTypes.isNullable(item)) {
                allowNull.accept(items);
            }
        }
        if (member.isNullable() || isOptional(member)) {
            allowNull.accept(property);
        }
        int before = property.size();
        Constraints.add(member.element(), member.type(), property);
        constrained |= property.size() != before;
        if (!member.description().isEmpty()) {
            property.put("description", member.description());
        }
        if (member.defaultValue() != null) {
            property.set("default", member.defaultValue());
        }
    }

    /** An optional value is one that may be null. */
    static boolean isOptional(TypedMember member) {
        return JavaTypes.raw(member.type()) == Optional.class;
    }

    private static @Nullable AnnotatedType item(TypedMember member) {
        return member.annotatedType() instanceof AnnotatedParameterizedType list
                        && list.getAnnotatedActualTypeArguments().length == 1
                        && Collection.class.isAssignableFrom(JavaTypes.raw(member.type()))
                ? list.getAnnotatedActualTypeArguments()[0]
                : null;
    }
}
