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

import java.lang.reflect.Type;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** Makes schemas of Java types: what {@link Json#mapper()} writes for a value is accepted. */
final class ClassSchemas {

    private ClassSchemas() {}

    /**
     * The JSON Schema 2020-12 of a type. Threads may call this at any time.
     *
     * @throws IllegalArgumentException naming the type, if there is no JSON for it
     */
    static JsonNode of(Type type) {
        return of(type, false);
    }

    /** As {@link #of(Type)}, but refuses types of which values cannot be read again. */
    static JsonNode ofReadable(Type type) {
        return of(type, true);
    }

    /**
     * The schema of an object with these members, which can be read again.
     *
     * @throws IllegalArgumentException as {@link #ofReadable(Type)}
     */
    static JsonNode ofReadable(List<TypedMember> members) {
        Holder.LOCK.lock();
        try {
            Holder.OBJECT.begin(members);
            JsonNode schema = of(ClassSchemaObject.TYPE, true);
            Holder.OBJECT.finish(schema);
            return schema;
        } finally {
            Holder.OBJECT.begin(List.of());
            Holder.LOCK.unlock();
        }
    }

    private static JsonNode of(Type type, boolean readable) {
        Holder.LOCK.lock();
        try {
            JsonNode schema = Holder.GENERATOR.generateSchema(type);
            Set<Class<?>> unreadable = Holder.SUBTYPES.takeUnreadable();
            if (readable && !unreadable.isEmpty()) {
                Class<?> first = unreadable.iterator().next();
                throw new IllegalArgumentException(
                        first.getSimpleName()
                                + " has several subtypes and nothing tells them apart; add"
                                + " @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property ="
                                + " \"type\") to it");
            }
            return schema;
        } catch (StackOverflowError e) {
            throw refused(type, "it contains itself without end", e);
        } catch (RuntimeException | LinkageError e) {
            throw refused(type, e.getMessage(), e);
        } finally {
            Holder.SUBTYPES.takeUnreadable();
            Holder.LOCK.unlock();
        }
    }

    private static IllegalArgumentException refused(
            Type type, @Nullable String reason, Throwable cause) {
        return new IllegalArgumentException(
                "cannot make a schema of " + type.getTypeName() + ": " + reason, cause);
    }

    /** The generator takes long to load, and it keeps state while it works. */
    private static final class Holder {
        static final ReentrantLock LOCK = new ReentrantLock();
        static final JacksonView JACKSON = new JacksonView(Json.mapper());
        static final ClassSchemaSubtypes SUBTYPES = new ClassSchemaSubtypes(JACKSON);
        static final ClassSchemaObject OBJECT = new ClassSchemaObject();
        static final SchemaGenerator GENERATOR = generator(JACKSON, SUBTYPES);

        private static SchemaGenerator generator(
                JacksonView jackson, ClassSchemaSubtypes subtypes) {
            var builder =
                    new SchemaGeneratorConfigBuilder(
                            Json.mapper(), SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON);
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
    }
}
