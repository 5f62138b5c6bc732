package dev.alkdev.operations.schema;

/** A reading of JSON Schema: which keywords there are and what they mean. */
public enum Dialect {
    /** JSON Schema 2020-12, the default. */
    DRAFT_2020_12,
    /** JSON Schema 2019-09, for documents that refer to it; {@code $recursiveRef} included. */
    DRAFT_2019_09,
    /** JSON Schema draft-07. */
    DRAFT_7,
    /** Schema objects of OpenAPI 3.0: {@code nullable}, boolean {@code exclusiveMinimum}. */
    OPENAPI_3_0,
    /**
     * Schema objects of OpenAPI 3.1: 2020-12, with {@code nullable} and boolean {@code
     * exclusiveMinimum}, which descriptions keep from 3.0.
     */
    OPENAPI_3_1;

    boolean isOpenApi() {
        return this == OPENAPI_3_0 || this == OPENAPI_3_1;
    }
}
