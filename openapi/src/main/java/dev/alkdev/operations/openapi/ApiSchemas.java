package dev.alkdev.operations.openapi;

import dev.alkdev.operations.schema.SchemaDocument;

/**
 * The schemas of a document, read in two ways.
 *
 * @param requests for what is sent: nobody has to give what is {@code readOnly}
 * @param responses for what is answered: nobody can expect what is {@code writeOnly}
 */
record ApiSchemas(SchemaDocument requests, SchemaDocument responses) {}
