package dev.alkdev.operations;

/** What is done to a result so that it fits its schema. */
public enum NormalizeMode {
    /** Nothing: the data stays as the handler gave it. */
    NONE,
    /**
     * Unknown properties are stripped, missing defaults filled, scalars converted without loss.
     * What cannot be converted stays and is warned about.
     */
    NORMALIZE,
    /** The data gets the shape of the schema; what does not fit is replaced. */
    CAST
}
