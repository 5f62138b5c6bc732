package dev.alkdev.operations.schema;

import java.util.List;

/**
 * Keywords that are compiled together, in the order in which their checks are made. A schema is
 * asked only for the topics that its own keywords belong to.
 */
enum Topic {
    REFERENCES(SchemaCompiler::addReferences),
    TYPE((compiler, schema, checks) -> validation(schema, checks).addType()),
    ENUMERATION((compiler, schema, checks) -> validation(schema, checks).addEnumeration()),
    BOUNDS((compiler, schema, checks) -> validation(schema, checks).addBounds()),
    SIZES((compiler, schema, checks) -> validation(schema, checks).addSizes()),
    DEPENDENT_REQUIRED(
            (compiler, schema, checks) -> validation(schema, checks).addDependentRequired()),
    LENGTHS((compiler, schema, checks) -> new TextKeywords(schema, checks).addLengths()),
    PATTERN((compiler, schema, checks) -> new TextKeywords(schema, checks).addPattern()),
    FORMAT((compiler, schema, checks) -> new TextKeywords(schema, checks).addFormats()),
    OBJECT((compiler, schema, checks) -> applicators(compiler, schema, checks).addObject()),
    ITEMS((compiler, schema, checks) -> applicators(compiler, schema, checks).addItems()),
    CONTAINS((compiler, schema, checks) -> applicators(compiler, schema, checks).addContains()),
    NAMES((compiler, schema, checks) -> applicators(compiler, schema, checks).addNames()),
    COMBINATIONS(
            (compiler, schema, checks) -> applicators(compiler, schema, checks).addCombinations()),
    CONDITIONAL(
            (compiler, schema, checks) -> applicators(compiler, schema, checks).addConditional()),
    DEPENDENT_SCHEMAS(
            (compiler, schema, checks) -> applicators(compiler, schema, checks).addDependencies()),
    /** Last of all: they need to know what the others have evaluated. */
    UNEVALUATED(
            (compiler, schema, checks) -> applicators(compiler, schema, checks).addUnevaluated());

    private static final Topic[] ALL = values();

    @SuppressWarnings("ImmutableEnumChecker") // lambdas that keep nothing
    private final Compilation compilation;

    @FunctionalInterface
    private interface Compilation {
        void add(SchemaCompiler compiler, SchemaReader schema, List<Check> checks);
    }

    Topic(Compilation compilation) {
        this.compilation = compilation;
    }

    private static ValidationKeywords validation(SchemaReader schema, List<Check> checks) {
        return new ValidationKeywords(schema, checks);
    }

    private static ApplicatorKeywords applicators(
            SchemaCompiler compiler, SchemaReader schema, List<Check> checks) {
        return new ApplicatorKeywords(compiler, schema, checks);
    }

    int bit() {
        return 1 << ordinal();
    }

    /** Adds the checks of all topics of a schema. */
    static void addAll(SchemaCompiler compiler, SchemaReader schema, List<Check> checks) {
        int asked = schema.topics();
        for (Topic topic : ALL) {
            if ((asked & topic.bit()) != 0 && topic.isInForce(schema.rules())) {
                topic.compilation.add(compiler, schema, checks);
            }
        }
    }

    private boolean isInForce(Rules rules) {
        return switch (this) {
            case REFERENCES -> true;
            case TYPE, ENUMERATION, BOUNDS, SIZES, DEPENDENT_REQUIRED, LENGTHS, PATTERN ->
                    rules.validation();
            case FORMAT -> rules.formats();
            // Of these "required" belongs to the one vocabulary, the others to the other.
            case OBJECT -> rules.validation() || rules.applicators();
            case ITEMS,
                    CONTAINS,
                    NAMES,
                    COMBINATIONS,
                    CONDITIONAL,
                    DEPENDENT_SCHEMAS,
                    UNEVALUATED ->
                    rules.applicators();
        };
    }
}
