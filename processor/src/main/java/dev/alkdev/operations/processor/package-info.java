/**
 * Checks annotated operations while they are compiled, by the rules of their registration, and
 * keeps their Javadoc as descriptions. Knows the annotations by their names and needs no library.
 */
@NullMarked
package dev.alkdev.operations.processor;

import org.jspecify.annotations.NullMarked;
