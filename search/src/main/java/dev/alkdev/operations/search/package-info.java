/** Finds operations by words, questions, ids or paths. */
@NullMarked
package dev.alkdev.operations.search;

import org.jspecify.annotations.NullMarked;
