/** Measurements of this project beside its peers, in the same run. */
@NullMarked
package dev.alkdev.operations.benchmarks;

import org.jspecify.annotations.NullMarked;
