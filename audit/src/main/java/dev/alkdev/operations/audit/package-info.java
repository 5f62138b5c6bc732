/** What calls a registry was asked for, one line of JSON each. */
@NullMarked
package dev.alkdev.operations.audit;

import org.jspecify.annotations.NullMarked;
