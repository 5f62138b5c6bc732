/**
 * Regular expressions of ECMA-262 in linear time. A part of {@code schema}, not of its API: no
 * other module may use it.
 */
@NullMarked
package dev.alkdev.operations.schema.pattern;

import org.jspecify.annotations.NullMarked;
