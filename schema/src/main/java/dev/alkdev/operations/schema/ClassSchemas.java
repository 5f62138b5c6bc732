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
        Holder.LOCK.lock();
        try {
            return Holder.GENERATOR.generateSchema(type);
        } catch (StackOverflowError e) {
            throw refused(type, "it contains itself without end", e);
        } catch (RuntimeException | LinkageError e) {
            throw refused(type, e.getMessage(), e);
        } finally {
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
        static final SchemaGenerator GENERATOR = generator();

        private static SchemaGenerator generator() {
            JacksonView jackson = new JacksonView(Json.mapper());
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
            ClassSchemaSubtypes subtypes = new ClassSchemaSubtypes(jackson);
            builder.forTypesInGeneral()
                    .withPropertySorter(new JsonPropertySorter(false))
                    .withCustomDefinitionProvider(new ClassSchemaTypes(jackson))
                    .withCustomDefinitionProvider(subtypes)
                    .withTypeAttributeOverride(
                            (definition, scope, context) -> subtypes.mark(definition, scope));
            ClassSchemaMembers members = new ClassSchemaMembers(jackson);
            members.configure(builder.forFields());
            members.configure(builder.forMethods());
            builder.forMethods().withIgnoreCheck(members::isNoProperty);
            builder.with(
                    new JacksonSchemaModule(
                            JacksonOption.SKIP_SUBTYPE_LOOKUP,
                            JacksonOption.IGNORE_TYPE_INFO_TRANSFORM));
            return new SchemaGenerator(builder.build());
        }
    }
}
