package dev.alkdev.operations.schema;

import com.fasterxml.classmate.ResolvedType;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.CustomDefinitionProviderV2;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.TypeScope;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The schemas of sealed and annotated type hierarchies: any of the subtypes, each with its mark.
 */
final class ClassSchemaSubtypes implements CustomDefinitionProviderV2 {
    private final JacksonView jackson;
    private final Set<Class<?>> unreadable = new LinkedHashSet<>();

    ClassSchemaSubtypes(JacksonView jackson) {
        this.jackson = jackson;
    }

    @Override
    public @Nullable CustomDefinition provideCustomSchemaDefinition(
            @Nullable ResolvedType type, SchemaGenerationContext context) {
        if (type == null || type.isPrimitive() || type.isArray() || isPlatform(type)) {
            return null;
        }
        List<Class<?>> subtypes = jackson.subtypes(type.getErasedType());
        if (subtypes.isEmpty()) {
            return wrapped(type, context);
        }
        if (jackson.isUnreadable(type.getErasedType())) {
            unreadable.add(type.getErasedType());
        }
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        ArrayNode branches = schema.putArray("anyOf");
        for (Class<?> subtype : subtypes) {
            branches.add(branch(type, subtype, context));
        }
        return new CustomDefinition(schema);
    }

    /** The types met since the last time of which values can be written but not read. */
    Set<Class<?>> takeUnreadable() {
        Set<Class<?>> taken = new LinkedHashSet<>(unreadable);
        unreadable.clear();
        return taken;
    }

    private static boolean isPlatform(ResolvedType type) {
        return type.getErasedType().getName().startsWith("java.");
    }

    private ObjectNode branch(
            ResolvedType type, Class<?> subtype, SchemaGenerationContext context) {
        return subtype.equals(type.getErasedType())
                ? plain(type, context)
                : context.createDefinitionReference(resolve(type, subtype, context));
    }

    private static ResolvedType resolve(
            ResolvedType type, Class<?> subtype, SchemaGenerationContext context) {
        try {
            return context.getTypeContext().resolveSubtype(type, subtype);
        } catch (IllegalArgumentException e) {
            return context.getTypeContext().resolve(subtype);
        }
    }

    private @Nullable CustomDefinition wrapped(ResolvedType type, SchemaGenerationContext context) {
        JacksonView.TypeMark mark = jackson.mark(type.getErasedType());
        if (mark == null || mark.id() == null) {
            return null;
        }
        return switch (mark.place()) {
            case WRAPPER_OBJECT -> new CustomDefinition(inObject(plain(type, context), mark.id()));
            case WRAPPER_ARRAY -> new CustomDefinition(inArray(plain(type, context), mark.id()));
            default -> null;
        };
    }

    /** A reference, since the type may contain itself. */
    private ObjectNode plain(ResolvedType type, SchemaGenerationContext context) {
        return context.createStandardDefinitionReference(type, this);
    }

    /** Adds the discriminator of a subtype to its finished definition. */
    void mark(ObjectNode definition, TypeScope scope) {
        if (!definition.path("type").asString("").equals("object") || isPlatform(scope.getType())) {
            return;
        }
        JacksonView.TypeMark mark = jackson.mark(scope.getType().getErasedType());
        if (mark == null || mark.id() == null || !mark.isProperty()) {
            return;
        }
        JsonNode properties = definition.path("properties");
        JsonNode required = definition.path("required");
        ObjectNode marked = definition.putObject("properties");
        marked.putObject(mark.property()).put("const", mark.id());
        properties.forEachEntry(marked::putIfAbsent);
        ArrayNode names = definition.putArray("required").add(mark.property());
        required.forEach(
                name -> {
                    if (!name.asString().equals(mark.property())) {
                        names.add(name);
                    }
                });
    }

    private static ObjectNode inObject(ObjectNode plain, String id) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        schema.putObject("properties").set(id, plain);
        schema.putArray("required").add(id);
        return schema;
    }

    private static ObjectNode inArray(ObjectNode plain, String id) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "array");
        ArrayNode items = schema.putArray("prefixItems");
        items.addObject().put("const", id);
        items.add(plain);
        return schema.put("minItems", 2).put("maxItems", 2);
    }
}
