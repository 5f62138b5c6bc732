/** The {@code operations} command. */
@NullMarked
package dev.alkdev.operations.cli;

import org.jspecify.annotations.NullMarked;
