package dev.alkdev.operations.schema;

import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.module.jackson.JacksonOption;
import com.github.victools.jsonschema.module.jackson.JacksonSchemaModule;
import com.github.victools.jsonschema.module.jackson.JsonPropertySorter;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** Makes schemas of Java types: what {@link Json#mapper()} writes for a value is accepted. */
final class ClassSchemas {
    /** Kept with its class: the operations of a program have many types in common. */
    private static final ClassValue<Generated> KNOWN =
            new ClassValue<>() {
                @Override
                protected Generated computeValue(Class<?> type) {
                    return ClassSchemas.make(type);
                }
            };

    /**
     * A schema.
     *
     * @param unreadable the name of a class whose subtypes nothing tells apart; null for none
     */
    private record Generated(Schema schema, @Nullable String unreadable) {}

    private ClassSchemas() {}

    /**
     * The JSON Schema 2020-12 of a type. Threads may call this at any time.
     *
     * @throws IllegalArgumentException naming the type, if there is no JSON for it
     */
    static Schema of(Type type) {
        return generated(type).schema();
    }

    /** As {@link #of(Type)}, always by the generator. */
    static Schema ofGenerator(Type type) {
        return generate(type, json -> {}).schema();
    }

    /** As {@link #of(Type)}, but refuses types of which values cannot be read again. */
    static Schema ofReadable(Type type) {
        return readable(type, generated(type));
    }

    private static Schema readable(Type type, Generated generated) {
        if (generated.unreadable() != null) {
            throw refused(type, untold(generated.unreadable()), null);
        }
        return generated.schema();
    }

    static String untold(String unreadable) {
        return unreadable
                + " has several subtypes but no discriminator; add"
                + " @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = \"type\") to it";
    }

    /** Refuses what {@link #ofReadable(Type)} does, without a schema. */
    static void requireReadable(Type type) {
        if (PlainType.of(type) != null) {
            return;
        }
        Holder.LOCK.lock();
        try {
            new ReadableTypes(Holder.JACKSON).require(Json.mapper().constructType(type));
        } finally {
            Holder.JACKSON.forget();
            Holder.LOCK.unlock();
        }
    }

    /**
     * The schema of an object with these members, which can be read again.
     *
     * @throws IllegalArgumentException as {@link #ofReadable(Type)}
     */
    static Schema ofReadable(List<TypedMember> members) {
        MemberObject object = new MemberObject(members);
        ObjectNode plain = object.plain();
        if (plain != null) {
            return object.isConstrained() ? Schema.of(plain) : Schema.ofParts(plain);
        }
        Holder.LOCK.lock();
        try {
            Holder.OBJECT.begin(members);
            Type type = ClassSchemaObject.TYPE;
            return readable(type, generate(type, Holder.OBJECT::finish));
        } finally {
            Holder.OBJECT.begin(List.of());
            Holder.LOCK.unlock();
        }
    }

    private static Generated generated(Type type) {
        return type instanceof Class<?> known ? KNOWN.get(known) : make(type);
    }

    private static Generated make(Type type) {
        PlainType plain = PlainType.of(type);
        return plain == null
                ? generate(type, json -> {})
                : new Generated(Schema.ofParts(plain.schema()), null);
    }

    private static Generated generate(Type type, Consumer<? super JsonNode> finish) {
        Holder.LOCK.lock();
        try {
            JsonNode json = Holder.generator().generateSchema(type);
            finish.accept(json);
            // As text, since the generator leaves Java objects in the tree, which equal no JSON.
            Schema schema = Schema.of(TypeNames.take(Json.parse(json.toString())));
            Set<Class<?>> unreadable = Holder.SUBTYPES.takeUnreadable();
            return new Generated(
                    schema,
                    unreadable.isEmpty() ? null : unreadable.iterator().next().getSimpleName());
        } catch (StackOverflowError e) {
            throw refused(type, "it contains itself without end", e);
        } catch (RuntimeException | LinkageError e) {
            throw refused(type, e.getMessage(), e);
        } finally {
            Holder.SUBTYPES.takeUnreadable();
            Holder.JACKSON.forget();
            Holder.LOCK.unlock();
        }
    }

    /** Makes the generator anew when it is needed: it keeps each type that it has seen. */
    static void forget() {
        Holder.LOCK.lock();
        try {
            Holder.generator = null;
        } finally {
            Holder.LOCK.unlock();
        }
    }

    private static IllegalArgumentException refused(
            Type type, @Nullable String reason, @Nullable Throwable cause) {
        boolean members = type == ClassSchemaObject.TYPE;
        return new IllegalArgumentException(
                members
                        ? String.valueOf(reason)
                        : "cannot make a schema of " + type.getTypeName() + ": " + reason,
                cause);
    }

    /** The generator takes long to load, and it keeps state while it works. */
    private static final class Holder {
        static final ReentrantLock LOCK = new ReentrantLock();
        static final JacksonView JACKSON = new JacksonView(Json.mapper());
        static final ClassSchemaSubtypes SUBTYPES = new ClassSchemaSubtypes(JACKSON);
        static final ClassSchemaObject OBJECT = new ClassSchemaObject();

        /** Null after its classes were forgotten. Guarded by the lock. */
        private static @Nullable SchemaGenerator generator;

        static SchemaGenerator generator() {
            SchemaGenerator known = generator;
            if (known == null) {
                known = generator(JACKSON, SUBTYPES);
                generator = known;
            }
            return known;
        }

        private static SchemaGenerator generator(
                JacksonView jackson, ClassSchemaSubtypes subtypes) {
            var builder =
                    new SchemaGeneratorConfigBuilder(
                            Json.mapper(), SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON);
            setOptions(builder);
            builder.forTypesInGeneral()
                    .withPropertySorter(new JsonPropertySorter(false))
                    .withCustomDefinitionProvider(OBJECT)
                    .withCustomDefinitionProvider(new ClassSchemaTypes(jackson))
                    .withCustomDefinitionProvider(subtypes)
                    .withTypeAttributeOverride(
                            (definition, scope, context) -> subtypes.mark(definition, scope));
            ClassSchemaMembers members = new ClassSchemaMembers(jackson);
            builder.forTypesInGeneral()
                    .withTypeAttributeOverride(
                            (definition, scope, context) ->
                                    members.open(definition, scope.getType()));
            members.configure(builder.forFields());
            members.configure(builder.forMethods());
            builder.forMethods()
                    .withIgnoreCheck(members::isNoProperty)
                    .withPropertyNameOverrideResolver(members::name);
            builder.with(
                    new JacksonSchemaModule(
                            JacksonOption.SKIP_SUBTYPE_LOOKUP,
                            JacksonOption.IGNORE_TYPE_INFO_TRANSFORM));
            return new SchemaGenerator(builder.build());
        }

        private static void setOptions(SchemaGeneratorConfigBuilder builder) {
            builder.with(
                    Option.NONSTATIC_NONVOID_NONGETTER_METHODS,
                    Option.FIELDS_DERIVED_FROM_ARGUMENTFREE_METHODS,
                    Option.INLINE_NULLABLE_SCHEMAS,
                    Option.NULLABLE_ARRAY_ITEMS_ALLOWED,
                    Option.PLAIN_DEFINITION_KEYS);
            builder.without(
                    Option.SCHEMA_VERSION_INDICATOR,
                    Option.ADDITIONAL_FIXED_TYPES,
                    Option.FLATTENED_ENUMS,
                    Option.SIMPLIFIED_ENUMS);
        }
    }
}
