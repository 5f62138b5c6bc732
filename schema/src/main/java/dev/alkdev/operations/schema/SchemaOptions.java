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
 * @param direction which way the values go
 * @param overlapping whether a value may fit more than one schema of a {@code oneOf}
 */
public record SchemaOptions(
        Dialect dialect,
        boolean assertsFormat,
        SchemaResolver resolver,
        boolean tolerant,
        Direction direction,
        boolean overlapping) {
    private static final SchemaOptions DEFAULTS =
            new SchemaOptions(
                    Dialect.DRAFT_2020_12,
                    false,
                    SchemaResolver.none(),
                    false,
                    Direction.EITHER,
                    false);

    public static SchemaOptions defaults() {
        return DEFAULTS;
    }

    public SchemaOptions withDialect(Dialect dialect) {
        return new SchemaOptions(
                dialect, assertsFormat, resolver, tolerant, direction, overlapping);
    }

    public SchemaOptions withFormatAssertion() {
        return new SchemaOptions(dialect, true, resolver, tolerant, direction, overlapping);
    }

    public SchemaOptions withResolver(SchemaResolver resolver) {
        return new SchemaOptions(
                dialect, assertsFormat, resolver, tolerant, direction, overlapping);
    }

    /**
     * Takes parts that are no schemas for unknown, and {@code items: […]} for a tuple: for schemas
     * that others wrote, above all if they do not declare their dialect.
     */
    public SchemaOptions withTolerance() {
        return new SchemaOptions(dialect, assertsFormat, resolver, true, direction, overlapping);
    }

    /** For values that go one way: see {@link Direction}. */
    public SchemaOptions withDirection(Direction direction) {
        return new SchemaOptions(
                dialect, assertsFormat, resolver, tolerant, direction, overlapping);
    }

    /**
     * Reads every {@code oneOf} as {@code anyOf}: for documents whose alternatives overlap, so that
     * nothing could fit exactly one of them.
     */
    public SchemaOptions withOverlap() {
        return new SchemaOptions(dialect, assertsFormat, resolver, tolerant, direction, true);
    }
}
