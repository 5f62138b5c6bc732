/**
 * Operations of annotated Java classes, and clients of annotated interfaces. A declaration is
 * compiled once into a plan; a call only fills the blanks.
 */
@NullMarked
package dev.alkdev.operations.code;

import org.jspecify.annotations.NullMarked;
