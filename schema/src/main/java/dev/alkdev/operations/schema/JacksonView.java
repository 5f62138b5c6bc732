package dev.alkdev.operations.schema;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.deser.AbstractDeserializer;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.ClassIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.jsontype.TypeIdResolver;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.SerializationContextExt;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How Jackson sees classes when it writes them. For one thread at a time. */
final class JacksonView {
    private final JsonMapper mapper;
    private final SerializationConfig config;

    /** For one schema: every member of a class asks for the same description. */
    private final Map<Class<?>, BeanDescription> descriptions = new HashMap<>();

    private @Nullable SerializationContextExt context;

    /** The discriminator of a subtype. */
    record TypeMark(JsonTypeInfo.As place, @Nullable String property, @Nullable String id) {
        boolean isProperty() {
            return place == JsonTypeInfo.As.PROPERTY || place == JsonTypeInfo.As.EXISTING_PROPERTY;
        }
    }

    JacksonView(JsonMapper mapper) {
        this.mapper = mapper;
        config = mapper.serializationConfig();
    }

    BeanDescription describe(Class<?> type) {
        BeanDescription known = descriptions.get(type);
        if (known == null) {
            known = introspected(mapper.constructType(type));
            descriptions.put(type, known);
        }
        return known;
    }

    /** Forgets the descriptions of classes. */
    void forget() {
        descriptions.clear();
        context = null;
    }

    /** To make one takes the longer the more classes the mapper knows. */
    private SerializationContextExt context() {
        SerializationContextExt known = context;
        if (known == null) {
            known = mapper._serializationContext();
            context = known;
        }
        return known;
    }

    BeanDescription introspected(JavaType javaType) {
        ClassIntrospector introspector = config.classIntrospectorInstance();
        return introspector.introspectForSerialization(
                javaType, introspector.introspectClassAnnotations(javaType));
    }

    /** The member whose value is written in place of the object, if there is one. */
    @Nullable AnnotatedMember valueMember(Class<?> type) {
        return describe(type).findJsonValueAccessor();
    }

    List<JsonNode> constants(Class<?> enumType) {
        List<JsonNode> values = new ArrayList<>();
        for (Object constant : enumType.getEnumConstants()) {
            values.add(mapper.valueToTree(constant));
        }
        return values;
    }

    /** The subtypes of which there can be values, as declared, itself included; empty if none. */
    List<Class<?>> subtypes(Class<?> type) {
        JavaType javaType = mapper.constructType(type);
        var annotated = config.classIntrospectorInstance().introspectClassAnnotations(javaType);
        Set<Class<?>> subtypes = new HashSet<>();
        for (NamedType named :
                config.getSubtypeResolver().collectAndResolveSubtypesByClass(config, annotated)) {
            // Annotations are inherited, so that siblings appear as subtypes too.
            if (type.isAssignableFrom(named.getType())) {
                subtypes.add(named.getType());
            }
        }
        if (subtypes.equals(Set.of(type))) {
            return List.of();
        }
        subtypes.removeIf(
                subtype -> Modifier.isAbstract(subtype.getModifiers()) && !subtype.isEnum());
        List<Class<?>> declared = new ArrayList<>();
        declared(type, declared);
        return subtypes.stream()
                .sorted(
                        Comparator.<Class<?>>comparingInt(subtype -> place(subtype, declared))
                                .thenComparing(Class::getName))
                .toList();
    }

    private static int place(Class<?> type, List<Class<?>> declared) {
        int index = declared.indexOf(type);
        return index < 0 ? declared.size() : index;
    }

    private static void declared(Class<?> type, List<Class<?>> found) {
        if (found.contains(type)) {
            return;
        }
        found.add(type);
        JsonSubTypes annotation = type.getAnnotation(JsonSubTypes.class);
        if (annotation != null) {
            for (JsonSubTypes.Type subtype : annotation.value()) {
                declared(subtype.value(), found);
            }
        } else if (type.isSealed()) {
            for (Class<?> subtype : type.getPermittedSubclasses()) {
                declared(subtype, found);
            }
        }
    }

    /** Whether values of a class cannot be read: nothing discriminates its subtypes. */
    boolean isUnreadable(Class<?> type) {
        JavaType javaType = mapper.constructType(type);
        return context().findTypeSerializer(javaType) == null
                && mapper._deserializationContext().findNonContextualValueDeserializer(javaType)
                        instanceof AbstractDeserializer;
    }

    /** How values of a class are marked; null if they are not. */
    @Nullable TypeMark mark(Class<?> type) {
        TypeSerializer serializer = context().findTypeSerializer(mapper.constructType(type));
        if (serializer == null) {
            return null;
        }
        // Types that are told apart by their properties have no resolver.
        TypeIdResolver ids = serializer.getTypeIdResolver();
        String id =
                ids == null || ids.getMechanism() == JsonTypeInfo.Id.DEDUCTION
                        ? null
                        : ids.idFromValueAndType(context(), null, type);
        return new TypeMark(serializer.getTypeInclusion(), serializer.getPropertyName(), id);
    }
}
