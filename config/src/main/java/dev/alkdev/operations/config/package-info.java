/**
 * Config files that records declare: read with all problems and their places, described as JSON
 * Schema.
 */
@NullMarked
package dev.alkdev.operations.config;

import org.jspecify.annotations.NullMarked;
