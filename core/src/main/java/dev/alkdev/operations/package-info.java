/** Operations: what a program can call, one registry, one result shape, one set of rules. */
@NullMarked
package dev.alkdev.operations;

import org.jspecify.annotations.NullMarked;
