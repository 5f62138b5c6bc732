package dev.alkdev.operations.schema;

import com.fasterxml.classmate.ResolvedType;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.CustomDefinitionProviderV2;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.BaseStream;

/** The schemas of types that Jackson writes in a way of their own. */
final class ClassSchemaTypes implements CustomDefinitionProviderV2 {
    private final JacksonView jackson;

    ClassSchemaTypes(JacksonView jackson) {
        this.jackson = jackson;
    }

    @Override
    public @Nullable CustomDefinition provideCustomSchemaDefinition(
            @Nullable ResolvedType type, SchemaGenerationContext context) {
        if (type == null) {
            return null;
        }
        Class<?> raw = type.getErasedType();
        ObjectNode scalar = ScalarTypes.schema(raw);
        if (scalar != null) {
            return inline(scalar);
        }
        ScalarTypes.refuse(raw);
        if (Enum.class.isAssignableFrom(raw) && raw.isEnum()) {
            return new CustomDefinition(enumeration(raw));
        }
        ObjectNode wrapper = wrapper(type, context);
        return wrapper != null ? inline(wrapper) : value(raw, context);
    }

    private static CustomDefinition inline(ObjectNode schema) {
        return new CustomDefinition(
                schema,
                CustomDefinition.DefinitionType.INLINE,
                CustomDefinition.AttributeInclusion.YES);
    }

    private ObjectNode enumeration(Class<?> raw) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        List<JsonNode> values = jackson.constants(raw);
        if (!values.isEmpty() && values.stream().allMatch(JsonNode::isString)) {
            schema.put("type", "string");
        }
        schema.putArray("enum").addAll(values);
        return schema;
    }

    private static @Nullable ObjectNode wrapper(
            ResolvedType type, SchemaGenerationContext context) {
        Class<?> raw = type.getErasedType();
        if (raw == Optional.class || raw == AtomicReference.class) {
            ObjectNode schema = JsonNodeFactory.instance.objectNode();
            schema.putArray("anyOf")
                    .add(parameter(type, raw, 0, context))
                    .addObject()
                    .put("type", "null");
            return schema;
        }
        if (Map.class.isAssignableFrom(raw)) {
            return map(type, Map.class, context);
        }
        if (Map.Entry.class.isAssignableFrom(raw)) {
            return map(type, Map.Entry.class, context);
        }
        for (Class<?> sequence : List.of(Iterable.class, Iterator.class, BaseStream.class)) {
            if (sequence.isAssignableFrom(raw) && !Collection.class.isAssignableFrom(raw)) {
                ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "array");
                return schema.set("items", parameter(type, sequence, 0, context));
            }
        }
        return null;
    }

    private static ObjectNode map(
            ResolvedType type, Class<?> base, SchemaGenerationContext context) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        ResolvedType value = context.getTypeContext().getTypeParameterFor(type, base, 1);
        if (value != null && value.getErasedType() != Object.class) {
            schema.set("additionalProperties", context.createDefinitionReference(value));
        }
        return schema;
    }

    private static ObjectNode parameter(
            ResolvedType type, Class<?> base, int index, SchemaGenerationContext context) {
        ResolvedType parameter = context.getTypeContext().getTypeParameterFor(type, base, index);
        return parameter == null
                ? JsonNodeFactory.instance.objectNode()
                : context.createDefinitionReference(parameter);
    }

    private @Nullable CustomDefinition value(Class<?> raw, SchemaGenerationContext context) {
        if (raw.isArray() || raw.isPrimitive() || raw.getName().startsWith("java.")) {
            return null;
        }
        if (raw.isAnnotationPresent(JsonSerialize.class)) {
            return inline(JsonNodeFactory.instance.objectNode());
        }
        AnnotatedMember member = jackson.valueMember(raw);
        if (member == null) {
            return null;
        }
        Type type =
                member.getMember() instanceof Method method
                        ? method.getGenericReturnType()
                        : ((Field) member.getMember()).getGenericType();
        return inline(context.createDefinition(context.getTypeContext().resolve(type)));
    }
}
