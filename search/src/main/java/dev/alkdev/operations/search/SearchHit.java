package dev.alkdev.operations.search;

import dev.alkdev.operations.OperationSpec;

/**
 * One operation that was found.
 *
 * @param score how well it fits; comparable within one result only
 */
public record SearchHit(OperationSpec spec, double score) {}
