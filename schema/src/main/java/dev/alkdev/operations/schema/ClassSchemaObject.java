package dev.alkdev.operations.schema;

import com.fasterxml.classmate.ResolvedType;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.CustomDefinitionProviderV2;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The schema of an object that is no class: its members are given one by one. The generator only
 * takes classes, so {@link #TYPE} stands for the object while it works.
 */
final class ClassSchemaObject implements CustomDefinitionProviderV2 {
    static final Type TYPE = ClassSchemaObject.class;

    private List<TypedMember> members = List.of();
    private @Nullable SchemaGenerationContext generation;

    void begin(List<TypedMember> given) {
        members = given;
        generation = null;
    }

    @Override
    public @Nullable CustomDefinition provideCustomSchemaDefinition(
            @Nullable ResolvedType type, SchemaGenerationContext context) {
        if (type == null || type.getErasedType() != TYPE) {
            return null;
        }
        generation = context;
        return new CustomDefinition(object(member -> property(member, context)));
    }

    /**
     * The schema of an object whose members are scalars, as most parameters are; null if one is
     * not. The generator gives the same, in a hundred times the time.
     */
    @Nullable ObjectNode ofScalars() {
        boolean scalars =
                members.stream()
                        .allMatch(
                                member ->
                                        member.type() instanceof Class<?> type
                                                && ScalarTypes.schema(type) != null
                                                && !member.isNullable());
        if (!scalars) {
            return null;
        }
        ObjectNode schema = object(ClassSchemaObject::scalar);
        finish(schema);
        return schema;
    }

    private static ObjectNode scalar(TypedMember member) {
        return Objects.requireNonNull(ScalarTypes.schema((Class<?>) member.type()));
    }

    private ObjectNode object(Function<TypedMember, ObjectNode> property) {
        ObjectNode schema = Json.mapper().createObjectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        for (TypedMember member : members) {
            properties.set(member.name(), property.apply(member));
        }
        List<String> required =
                members.stream().filter(TypedMember::isRequired).map(TypedMember::name).toList();
        if (!required.isEmpty()) {
            required.forEach(schema.putArray("required")::add);
        }
        return schema;
    }

    private static ObjectNode property(TypedMember member, SchemaGenerationContext context) {
        ResolvedType type = context.getTypeContext().resolve(member.type());
        return context.createDefinitionReference(
                isOptional(member) ? type.typeParametersFor(Optional.class).getFirst() : type);
    }

    /** An optional value is one that may be null. */
    private static boolean isOptional(TypedMember member) {
        return ClassSchemaMembers.raw(member.type()) == Optional.class;
    }

    /** Adds what is said of the members. Before the generator is done, they may be empty. */
    void finish(JsonNode schema) {
        for (TypedMember member : members) {
            if (schema.path("properties").path(member.name()) instanceof ObjectNode property) {
                finish(member, property);
            }
        }
    }

    private void finish(TypedMember member, ObjectNode property) {
        AnnotatedType item = item(member);
        if (item != null && property.path("items") instanceof ObjectNode items) {
            Constraints.add(item, item.getType(), items);
            if (ClassSchemaMembers.isNullable(item)) {
                allowNull(items);
            }
        }
        if (member.isNullable() || isOptional(member)) {
            allowNull(property);
        }
        Constraints.add(member.element(), member.type(), property);
        if (!member.description().isEmpty()) {
            property.put("description", member.description());
        }
        if (member.defaultValue() != null) {
            property.set("default", member.defaultValue());
        }
    }

    private void allowNull(ObjectNode schema) {
        if (generation != null) {
            generation.makeNullable(schema);
        }
    }

    private static @Nullable AnnotatedType item(TypedMember member) {
        return member.annotatedType() instanceof AnnotatedParameterizedType list
                        && list.getAnnotatedActualTypeArguments().length == 1
                        && Collection.class.isAssignableFrom(ClassSchemaMembers.raw(member.type()))
                ? list.getAnnotatedActualTypeArguments()[0]
                : null;
    }
}
