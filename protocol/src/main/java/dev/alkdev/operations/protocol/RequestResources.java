package dev.alkdev.operations.protocol;

import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.TimeSource;

/**
 * What the requests of a registry share.
 *
 * @param budget for results and items that arrived and are not read yet
 */
record RequestResources(TimeSource time, ByteBudget budget) {}
