/** Calls between processes: events, the links that carry them, and the two halves of a call. */
@NullMarked
package dev.alkdev.operations.protocol;

import org.jspecify.annotations.NullMarked;
