package dev.alkdev.operations.openapi;

import dev.alkdev.operations.web.MediaType;

/**
 * One media type of a body.
 *
 * @param schema what it holds; a missing node if not given
 * @param encoding how the properties of a form are written; a missing node if not given
 */
record Content(MediaType type, Place schema, Place encoding) {}
