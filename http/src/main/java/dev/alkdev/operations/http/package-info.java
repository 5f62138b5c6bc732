/** REST and SSE out: servlets that serve the operations of a registry. */
@NullMarked
package dev.alkdev.operations.http;

import org.jspecify.annotations.NullMarked;
