/** A hub and two spokes as three processes. */
@NullMarked
package dev.alkdev.operations.examples;

import org.jspecify.annotations.NullMarked;
