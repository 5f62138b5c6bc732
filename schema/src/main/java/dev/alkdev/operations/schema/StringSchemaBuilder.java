package dev.alkdev.operations.schema;

import dev.alkdev.operations.schema.pattern.Pattern262;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/** A schema for strings. */
public final class StringSchemaBuilder extends SchemaBuilder<StringSchemaBuilder> {

    StringSchemaBuilder(ObjectNode keywords) {
        super(keywords);
    }

    @Override
    StringSchemaBuilder copy(ObjectNode keywords) {
        return new StringSchemaBuilder(keywords);
    }

    /** Sets the least number of code points. */
    public StringSchemaBuilder minLength(int minLength) {
        return count("minLength", minLength);
    }

    /** Sets the largest number of code points. */
    public StringSchemaBuilder maxLength(int maxLength) {
        return count("maxLength", maxLength);
    }

    /**
     * Asks for a match anywhere in the string; {@code ^} and {@code $} anchor it.
     *
     * @throws IllegalArgumentException if this is no regular expression of ECMA-262
     */
    public StringSchemaBuilder pattern(String pattern) {
        Pattern262.compile(pattern);
        return put("pattern", pattern);
    }

    /** Names a format such as {@code date-time}, which describes unless it is asserted. */
    public StringSchemaBuilder format(String format) {
        return put("format", format);
    }

    /** Accepts these values only. */
    public StringSchemaBuilder oneOf(String... values) {
        ArrayNode distinct = Schemas.distinct(List.of((Object[]) values));
        return set("enum", distinct);
    }
}
