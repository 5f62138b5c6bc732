/**
 * Finds operations: annotated classes on the class path, and Java sources, jars and specs in a
 * folder.
 */
@NullMarked
package dev.alkdev.operations.scan;

import org.jspecify.annotations.NullMarked;
