/**
 * The formats of JSON Schema, with IDNA, Punycode and the like. A part of {@code schema}, not of
 * its API: no other module may use it.
 */
@NullMarked
package dev.alkdev.operations.schema.format;

import org.jspecify.annotations.NullMarked;
