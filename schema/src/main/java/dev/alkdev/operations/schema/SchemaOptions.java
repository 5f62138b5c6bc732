package dev.alkdev.operations.schema;

/**
 * How a schema is read.
 *
 * @param dialect what a document without {@code $schema} is taken for
 * @param assertsFormat whether {@code format} is checked; by default it only describes
 * @param resolver finds other documents
 * @param tolerant whether a part that is no schema is taken for one that accepts everything, with a
 *     warning in the log, and an array under {@code items} for a tuple in every dialect; by default
 *     both are refused where the dialect does not have them
 */
public record SchemaOptions(
        Dialect dialect, boolean assertsFormat, SchemaResolver resolver, boolean tolerant) {
    private static final SchemaOptions DEFAULTS =
            new SchemaOptions(Dialect.DRAFT_2020_12, false, SchemaResolver.none(), false);

    public static SchemaOptions defaults() {
        return DEFAULTS;
    }

    public SchemaOptions withDialect(Dialect dialect) {
        return new SchemaOptions(dialect, assertsFormat, resolver, tolerant);
    }

    public SchemaOptions withFormatAssertion() {
        return new SchemaOptions(dialect, true, resolver, tolerant);
    }

    public SchemaOptions withResolver(SchemaResolver resolver) {
        return new SchemaOptions(dialect, assertsFormat, resolver, tolerant);
    }

    /**
     * Takes parts that are no schemas for unknown, and {@code items: […]} for a tuple: for schemas
     * that others wrote, above all if they do not say in which dialect.
     */
    public SchemaOptions withTolerance() {
        return new SchemaOptions(dialect, assertsFormat, resolver, true);
    }
}
