package dev.alkdev.operations.schema;

import com.fasterxml.classmate.ResolvedType;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.CustomDefinitionProviderV2;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;

/**
 * The schema of an object that is no class: its members are given one by one. The generator only
 * takes classes, so {@link #TYPE} stands for the object while it works.
 */
final class ClassSchemaObject implements CustomDefinitionProviderV2 {
    static final Type TYPE = ClassSchemaObject.class;

    private MemberObject object = new MemberObject(List.of());
    private @Nullable SchemaGenerationContext generation;

    void begin(List<TypedMember> given) {
        object = new MemberObject(given);
        generation = null;
    }

    @Override
    public @Nullable CustomDefinition provideCustomSchemaDefinition(
            @Nullable ResolvedType type, SchemaGenerationContext context) {
        if (type == null || type.getErasedType() != TYPE) {
            return null;
        }
        generation = context;
        return new CustomDefinition(object.schema(member -> property(member, context)));
    }

    private static ObjectNode property(TypedMember member, SchemaGenerationContext context) {
        ResolvedType type = context.getTypeContext().resolve(member.type());
        return context.createDefinitionReference(
                MemberObject.isOptional(member)
                        ? type.typeParametersFor(Optional.class).getFirst()
                        : type);
    }

    /** Adds what is declared about the members. Before the generator is done, they may be empty. */
    void finish(JsonNode schema) {
        object.finish(schema, this::allowNull);
    }

    private void allowNull(ObjectNode schema) {
        if (generation != null) {
            generation.makeNullable(schema);
        }
    }
}
