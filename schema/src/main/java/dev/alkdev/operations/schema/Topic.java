package dev.alkdev.operations.schema;

import java.util.List;

/**
 * Keywords that are compiled together, in the order in which their checks are made. A schema is
 * asked only for the topics that its own keywords belong to.
 */
enum Topic {
    REFERENCES,
    TYPE,
    ENUMERATION,
    BOUNDS,
    SIZES,
    DEPENDENT_REQUIRED,
    LENGTHS,
    PATTERN,
    FORMAT,
    OBJECT,
    ITEMS,
    CONTAINS,
    NAMES,
    COMBINATIONS,
    CONDITIONAL,
    DEPENDENT_SCHEMAS,
    /** Last of all: they need to know what the others have evaluated. */
    UNEVALUATED;

    private static final Topic[] ALL = values();

    private void add(SchemaCompiler compiler, SchemaReader schema, List<Check> checks) {
        switch (this) {
            case REFERENCES -> compiler.addReferences(schema, checks);
            case TYPE -> validation(schema, checks).addType();
            case ENUMERATION -> validation(schema, checks).addEnumeration();
            case BOUNDS -> validation(schema, checks).addBounds();
            case SIZES -> validation(schema, checks).addSizes();
            case DEPENDENT_REQUIRED -> validation(schema, checks).addDependentRequired();
            case LENGTHS -> new TextKeywords(schema, checks).addLengths();
            case PATTERN -> new TextKeywords(schema, checks).addPattern();
            case FORMAT -> new TextKeywords(schema, checks).addFormats();
            case OBJECT -> applicators(compiler, schema, checks).addObject();
            case ITEMS -> applicators(compiler, schema, checks).addItems();
            case CONTAINS -> applicators(compiler, schema, checks).addContains();
            case NAMES -> applicators(compiler, schema, checks).addNames();
            case COMBINATIONS -> applicators(compiler, schema, checks).addCombinations();
            case CONDITIONAL -> applicators(compiler, schema, checks).addConditional();
            case DEPENDENT_SCHEMAS -> applicators(compiler, schema, checks).addDependencies();
            case UNEVALUATED -> applicators(compiler, schema, checks).addUnevaluated();
        }
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
                topic.add(compiler, schema, checks);
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
