/** Measures the calls of a registry with Micrometer, and traces them with OpenTelemetry. */
@NullMarked
package dev.alkdev.operations.metrics;

import org.jspecify.annotations.NullMarked;
