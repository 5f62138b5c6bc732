/** The web console: its pages, what they ask for, and the calls that they show. */
@NullMarked
package dev.alkdev.operations.console;

import org.jspecify.annotations.NullMarked;
