/** Operations as tools of Spring AI. */
@NullMarked
package dev.alkdev.operations.springai;

import org.jspecify.annotations.NullMarked;
