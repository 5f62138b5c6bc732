package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;
import tools.jackson.databind.node.NullNode;

/**
 * Reads a property as {@link Json#mapper()} does, whatever mapper reads the object around it: names
 * and numbers are those that were written. For {@code @JsonDeserialize(using = …)}.
 */
public final class OwnReading extends ValueDeserializer<Object> {
    private final @Nullable JavaType type;

    /** For Jackson, which asks it for one of each property. */
    public OwnReading() {
        this(null);
    }

    private OwnReading(@Nullable JavaType type) {
        this.type = type;
    }

    @Override
    public ValueDeserializer<?> createContextual(
            DeserializationContext context, @Nullable BeanProperty property) {
        return new OwnReading(property == null ? context.getContextualType() : property.getType());
    }

    @Override
    public @Nullable Object deserialize(JsonParser parser, DeserializationContext context) {
        return reader().readValue(parser);
    }

    /** What is written has no names of Java types in it. */
    @Override
    public @Nullable Object deserializeWithType(
            JsonParser parser, DeserializationContext context, TypeDeserializer names) {
        return deserialize(parser, context);
    }

    @Override
    public @Nullable Object getNullValue(DeserializationContext context) {
        return Json.mapper().treeToValue(NullNode.getInstance(), type);
    }

    private ObjectReader reader() {
        // The text goes on behind the property.
        return Json.mapper()
                .readerFor(type)
                .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }
}
