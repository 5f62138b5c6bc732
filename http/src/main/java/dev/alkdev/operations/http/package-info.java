/**
 * REST and SSE out: a servlet that serves the operations of a registry. Begin at {@link
 * dev.alkdev.operations.http.RestGateway}.
 */
@NullMarked
package dev.alkdev.operations.http;

import org.jspecify.annotations.NullMarked;
