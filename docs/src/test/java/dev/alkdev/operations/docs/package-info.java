/** What the documentation says, compiled and run. */
@NullMarked
package dev.alkdev.operations.docs;

import org.jspecify.annotations.NullMarked;
