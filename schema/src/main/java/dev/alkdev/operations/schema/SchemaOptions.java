package dev.alkdev.operations.schema;

/**
 * How a schema is read.
 *
 * @param dialect what a document without {@code $schema} is taken for
 * @param assertsFormat whether {@code format} is checked; by default it only describes
 * @param resolver finds other documents
 */
public record SchemaOptions(Dialect dialect, boolean assertsFormat, SchemaResolver resolver) {
    private static final SchemaOptions DEFAULTS =
            new SchemaOptions(Dialect.DRAFT_2020_12, false, SchemaResolver.none());

    public static SchemaOptions defaults() {
        return DEFAULTS;
    }

    public SchemaOptions withDialect(Dialect dialect) {
        return new SchemaOptions(dialect, assertsFormat, resolver);
    }

    public SchemaOptions withFormatAssertion() {
        return new SchemaOptions(dialect, true, resolver);
    }

    public SchemaOptions withResolver(SchemaResolver resolver) {
        return new SchemaOptions(dialect, assertsFormat, resolver);
    }
}
