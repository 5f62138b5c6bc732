/**
 * OpenAPI documents in: each path and method of a description becomes an operation that can be
 * called. Start at {@link dev.alkdev.operations.openapi.OpenApi} for a list of operations, at
 * {@link dev.alkdev.operations.openapi.OpenApiSource} for a source that keeps them up to date.
 */
@NullMarked
package dev.alkdev.operations.openapi;

import org.jspecify.annotations.NullMarked;
