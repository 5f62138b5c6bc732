package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

import java.util.Map;

/**
 * How one resource is read: its dialect, and which of its vocabularies are in force.
 *
 * @param applicators schemas inside schemas: {@code properties}, {@code items}, {@code allOf} …
 * @param validation what asserts: {@code type}, {@code minimum}, {@code required} …
 * @param formats whether formats are asserted
 * @param booleanExclusive whether {@code exclusiveMinimum} is a flag beside {@code minimum}
 */
record Rules(
        Dialect dialect,
        boolean applicators,
        boolean validation,
        boolean formats,
        boolean booleanExclusive) {
    private static final String VOCABULARY = "https://json-schema.org/draft/";

    static Rules of(Dialect dialect, boolean formats) {
        return new Rules(dialect, true, true, formats, dialect == Dialect.OPENAPI_3_0);
    }

    /** Whether {@code $ref} hides everything beside it. */
    boolean refStandsAlone() {
        return dialect == Dialect.DRAFT_7 || dialect == Dialect.OPENAPI_3_0;
    }

    /** Whether {@code exclusiveMinimum} may be a flag beside {@code minimum}. */
    boolean hasExclusiveFlags() {
        return booleanExclusive || dialect.isOpenApi();
    }

    boolean isModern() {
        return dialect == Dialect.DRAFT_2020_12 || dialect == Dialect.OPENAPI_3_1;
    }

    /** Whether {@code unevaluatedProperties}, {@code dependentRequired} and so on exist. */
    boolean isFrom2019() {
        return isModern() || dialect == Dialect.DRAFT_2019_09;
    }

    /** The rules of a meta-schema's own {@code $vocabulary}, as a variant of these. */
    Rules withVocabulary(JsonNode vocabulary, Location at) {
        boolean applicator = false;
        boolean validates = false;
        boolean asserts = formats;
        for (Map.Entry<String, JsonNode> entry : vocabulary.properties()) {
            String uri = entry.getKey();
            String name = uri.startsWith(VOCABULARY) ? uri.substring(uri.lastIndexOf('/') + 1) : "";
            switch (name) {
                case "applicator" -> applicator = true;
                case "validation" -> validates = true;
                case "format-assertion" -> asserts = true;
                case "core",
                        "unevaluated",
                        "format-annotation",
                        "format",
                        "content",
                        "meta-data" -> {}
                default -> {
                    if (entry.getValue().asBoolean(false)) {
                        throw new SchemaException(
                                at.pointer(), "needs the vocabulary " + uri + ", which is unknown");
                    }
                }
            }
        }
        return new Rules(dialect, applicator, validates, asserts, booleanExclusive);
    }
}
