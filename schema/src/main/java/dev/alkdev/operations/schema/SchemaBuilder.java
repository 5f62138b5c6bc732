package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * A schema in the making; {@link Schemas} has the ways to begin one. Immutable: every step gives a
 * new one, so that the beginning can be shared, also by threads.
 *
 * @param <B> the builder's own type
 */
public abstract sealed class SchemaBuilder<B extends SchemaBuilder<B>>
        permits ArraySchemaBuilder,
                NumberSchemaBuilder,
                ObjectSchemaBuilder,
                PlainSchemaBuilder,
                StringSchemaBuilder {

    /** Never changed once the builder exists. */
    private final ObjectNode keywords;

    SchemaBuilder(ObjectNode keywords) {
        this.keywords = keywords;
    }

    /** The same kind of builder with other keywords. */
    abstract B copy(ObjectNode keywords);

    public B title(String title) {
        return put("title", title);
    }

    public B describedAs(String description) {
        return put("description", description);
    }

    /** Sets the default of a missing value: JSON, or anything Jackson can write. */
    public B defaultsTo(@Nullable Object value) {
        return set("default", Json.mapper().valueToTree(value));
    }

    /** Accepts null as well. */
    public B nullable() {
        return set(SchemaAssembly.NULLABLE, Json.mapper().getNodeFactory().booleanNode(true));
    }

    /** Sets any keyword, known or not. */
    public B with(String keyword, JsonNode value) {
        if (keyword.isEmpty()) {
            throw new IllegalArgumentException("a keyword must have a name");
        }
        return set(keyword, Objects.requireNonNull(value, keyword));
    }

    /**
     * The finished schema.
     *
     * @throws SchemaException if it refers to something that is not there
     */
    public Schema build() {
        return Schema.of(SchemaAssembly.finish(keywords));
    }

    /** The keywords so far, not to be changed. */
    ObjectNode keywords() {
        return keywords;
    }

    B set(String keyword, JsonNode value) {
        return change(copy -> copy.set(keyword, value));
    }

    B put(String keyword, String value) {
        Objects.requireNonNull(value, keyword);
        return change(copy -> copy.put(keyword, value));
    }

    /** Sets a count such as {@code minLength}, which must fit its counterpart. */
    B count(String keyword, int value) {
        if (value < 0) {
            throw new IllegalArgumentException(keyword + " " + value + " is negative");
        }
        B changed = change(copy -> copy.put(keyword, value));
        SchemaAssembly.checkOrder(
                changed.keywords(), "min" + keyword.substring(3), "max" + keyword.substring(3));
        return changed;
    }

    B change(Consumer<ObjectNode> change) {
        ObjectNode copy = keywords.deepCopy();
        change.accept(copy);
        return copy(copy);
    }
}
