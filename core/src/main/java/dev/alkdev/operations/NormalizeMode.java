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
    /**
     * Data that does not fit is replaced where it does not, by the rules of TypeBox {@code
     * Value.Cast}. Data that fits stays as it is, unknown properties included, and no default is
     * filled in. Where the schema cannot say what to put in a place, the data stays and is warned
     * about.
     */
    CAST,
    /**
     * The data has the shape of the schema, guaranteed: as {@link #NORMALIZE}, and what does not
     * fit then is replaced. Where the schema cannot say what to put in a place, the call fails with
     * {@link ErrorCode#EXECUTION_ERROR}.
     */
    ENFORCE
}
