/** Measures the calls of a registry with Micrometer. */
@NullMarked
package dev.alkdev.operations.metrics;

import org.jspecify.annotations.NullMarked;
