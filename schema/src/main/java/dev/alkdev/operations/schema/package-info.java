/** JSON Schema as a value: parse once, then check, explain, normalize and cast. */
@NullMarked
package dev.alkdev.operations.schema;

import org.jspecify.annotations.NullMarked;
