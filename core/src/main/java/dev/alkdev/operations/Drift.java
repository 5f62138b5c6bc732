package dev.alkdev.operations;

/**
 * How far the results of an operation are from what its spec says, counted since it was registered.
 * An operation that drifts has a spec that is wrong or a source that has changed.
 *
 * @param normalized results that normalization had to change
 * @param mismatched results that did not fit the output schema all the same
 */
public record Drift(long normalized, long mismatched) {}
