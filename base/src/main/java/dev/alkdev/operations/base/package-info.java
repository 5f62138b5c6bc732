/** What every module is built on and what knows no operation: time, locks, limits, names. */
@NullMarked
package dev.alkdev.operations.base;

import org.jspecify.annotations.NullMarked;
