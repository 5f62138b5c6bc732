package dev.alkdev.operations.schema;

import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import com.github.victools.jsonschema.generator.CustomPropertyDefinition;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.MemberScope;
import com.github.victools.jsonschema.generator.MethodScope;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigPart;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Type;

/** Which properties an object has, which it must have, and which may be null. */
final class ClassSchemaMembers {
    private final JacksonView jackson;

    ClassSchemaMembers(JacksonView jackson) {
        this.jackson = jackson;
    }

    void configure(SchemaGeneratorConfigPart<? extends MemberScope<?, ?>> part) {
        part.withRequiredCheck(this::isRequired)
                .withNullableCheck(this::isNullable)
                .withDefaultResolver(this::defaultValue)
                .withCustomDefinitionProvider((member, context) -> custom(member))
                .withInstanceAttributeOverride(
                        (attributes, member, context) -> constrain(member, attributes))
                .withInstanceAttributeOverride(
                        (attributes, member, context) -> describe(member, attributes));
    }

    /** Adds the Javadoc of a component, unless an annotation overrides it. */
    private static void describe(MemberScope<?, ?> member, ObjectNode attributes) {
        Class<?> owner = member.getDeclaringType().getErasedType();
        if (owner.isRecord()
                && !member.isFakeContainerItemScope()
                && !attributes.has("description")) {
            String text = SavedJavadoc.of(owner, member.getDeclaredName());
            if (!text.isEmpty()) {
                attributes.put("description", text);
            }
        }
    }

    private static void constrain(MemberScope<?, ?> member, ObjectNode attributes) {
        Type type = member.getType().getErasedType();
        if (member.isFakeContainerItemScope()) {
            AnnotatedType item = item(annotatedType(member));
            if (item != null) {
                Constraints.add(item, type, attributes);
            }
            return;
        }
        Constraints.add((AnnotatedElement) member.getRawMember(), type, attributes);
        MethodScope getter = member instanceof FieldScope field ? field.findGetter() : null;
        if (getter != null && !member.getDeclaringType().getErasedType().isRecord()) {
            Constraints.add(getter.getRawMember(), type, attributes);
        }
    }

    /** The element type of a list; null if it has none. */
    private static @Nullable AnnotatedType item(AnnotatedType type) {
        return type instanceof AnnotatedParameterizedType container
                        && container.getAnnotatedActualTypeArguments().length == 1
                ? container.getAnnotatedActualTypeArguments()[0]
                : null;
    }

    /** Leaves an object open that has an any-getter: any number of further properties. */
    void open(ObjectNode definition, ResolvedType type) {
        TypeNames.mark(definition, type);
        if (definition.path("type").asString("").equals("object")
                && !type.getErasedType().getName().startsWith("java.")
                && jackson.describe(type.getErasedType()).findAnyGetter() != null) {
            definition.put("additionalProperties", true);
        }
    }

    /** Whether a method without a field is no property to Jackson. */
    boolean isNoProperty(MethodScope method) {
        Class<?> type = method.getDeclaringType().getErasedType();
        return type.isRecord()
                || method.getArgumentCount() > 0
                || method.getAnnotation(JsonAnyGetter.class) != null
                || name(method) == null;
    }

    /** What Jackson calls the property of a getter; null if it is none. */
    @Nullable String name(MethodScope method) {
        Class<?> type = method.getDeclaringType().getErasedType();
        for (BeanPropertyDefinition property : jackson.describe(type).findProperties()) {
            if (property.hasGetter()
                    && property.getGetter().getMember().equals(method.getRawMember())) {
                return property.getName();
            }
        }
        return null;
    }

    private boolean isRequired(MemberScope<?, ?> member) {
        JsonProperty property = annotation(member, JsonProperty.class);
        if (property != null && (property.required() || property.isRequired() == OptBoolean.TRUE)) {
            return true;
        }
        if (isDemanded(member)) {
            return true;
        }
        boolean optional =
                property != null
                        && (property.isRequired() == OptBoolean.FALSE
                                || !property.defaultValue().isEmpty());
        return member.getDeclaringType().getErasedType().isRecord()
                && !optional
                && !mayBeLeftOut(member)
                && !JavaTypes.isOptional(member.getType().getErasedType())
                && !isNullable(member);
    }

    private static boolean mayBeLeftOut(MemberScope<?, ?> member) {
        JsonInclude own = annotation(member, JsonInclude.class);
        JsonInclude include =
                own != null
                        ? own
                        : member.getDeclaringType()
                                .getErasedType()
                                .getAnnotation(JsonInclude.class);
        return include != null && include.value() != JsonInclude.Include.ALWAYS;
    }

    private boolean isNullable(MemberScope<?, ?> member) {
        AnnotatedType type = annotatedType(member);
        if (member.isFakeContainerItemScope()) {
            AnnotatedType item = item(type);
            return item != null && JavaTypes.isNullable(item);
        }
        if (isDemanded(member)) {
            return false;
        }
        if (JavaTypes.isNullable(type)
                || JavaTypes.isNullable((AnnotatedElement) member.getRawMember())) {
            return true;
        }
        Class<?> owner = member.getDeclaringType().getErasedType();
        return !owner.isRecord() && !member.getType().isPrimitive() && !isNullMarked(owner);
    }

    private static AnnotatedType annotatedType(MemberScope<?, ?> member) {
        return member.getRawMember() instanceof Field field
                ? field.getAnnotatedType()
                : ((Method) member.getRawMember()).getAnnotatedReturnType();
    }

    /** Whether a constraint makes it required. */
    private static boolean isDemanded(MemberScope<?, ?> member) {
        MethodScope getter = member instanceof FieldScope field ? field.findGetter() : null;
        return Constraints.demandValue((AnnotatedElement) member.getRawMember())
                || (getter != null && Constraints.demandValue(getter.getRawMember()));
    }

    private static boolean isNullMarked(Class<?> type) {
        for (Class<?> outer = type; outer != null; outer = outer.getEnclosingClass()) {
            if (outer.isAnnotationPresent(NullMarked.class)) {
                return true;
            }
        }
        return type.getPackage() != null && type.getPackage().isAnnotationPresent(NullMarked.class);
    }

    private @Nullable Object defaultValue(MemberScope<?, ?> member) {
        JsonProperty property = annotation(member, JsonProperty.class);
        if (property == null || property.defaultValue().isEmpty()) {
            return null;
        }
        Class<?> type = member.getType().getErasedType();
        if (CharSequence.class.isAssignableFrom(type) || type.isEnum()) {
            return property.defaultValue();
        }
        try {
            return Json.parse(property.defaultValue());
        } catch (IllegalArgumentException e) {
            return property.defaultValue();
        }
    }

    /** A schema for members that are written in a way only their annotations know. */
    private static @Nullable CustomPropertyDefinition custom(MemberScope<?, ?> member) {
        if (annotation(member, JsonSerialize.class) != null) {
            return new CustomPropertyDefinition(JsonNodeFactory.instance.objectNode());
        }
        JsonFormat format = annotation(member, JsonFormat.class);
        if (format == null || member.isFakeContainerItemScope()) {
            return null;
        }
        var schema = JsonNodeFactory.instance.objectNode();
        return switch (format.shape()) {
            case STRING -> new CustomPropertyDefinition(schema.put("type", "string"));
            case NUMBER, NUMBER_FLOAT -> new CustomPropertyDefinition(schema.put("type", "number"));
            case NUMBER_INT -> new CustomPropertyDefinition(schema.put("type", "integer"));
            case BOOLEAN -> new CustomPropertyDefinition(schema.put("type", "boolean"));
            default ->
                    format.pattern().isEmpty()
                            ? null
                            : new CustomPropertyDefinition(schema.put("type", "string"));
        };
    }

    private static <A extends Annotation> @Nullable A annotation(
            MemberScope<?, ?> member, Class<A> type) {
        return member.getAnnotationConsideringFieldAndGetterIfSupported(type);
    }
}
