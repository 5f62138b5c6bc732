/**
 * Operations as tools of a model: their names, arguments and answers, the same for all who offer
 * them.
 */
@NullMarked
package dev.alkdev.operations.tools;

import org.jspecify.annotations.NullMarked;
