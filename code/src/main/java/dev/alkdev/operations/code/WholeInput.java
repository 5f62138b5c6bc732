package dev.alkdev.operations.code;

import dev.alkdev.operations.JsonForm;
import dev.alkdev.operations.schema.Schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** The one parameter that is the whole input. */
record WholeInput(JsonForm<Object> form) implements JsonForm<@Nullable Object[]> {

    @Override
    public Schema schema() {
        return form.schema();
    }

    @Override
    public @Nullable Object[] read(JsonNode json) {
        return new Object[] {form.read(json)};
    }

    @Override
    public JsonNode write(@Nullable Object @Nullable [] values) {
        return form.write(values == null ? null : values[0]);
    }

    @Override
    public String toString() {
        return form.toString();
    }
}
