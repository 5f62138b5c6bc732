package dev.alkdev.operations.schema;

/**
 * One thing that {@link Schema#normalize} or {@link Schema#cast} did to a value.
 *
 * @param pointer where, as a JSON pointer into the value before (a stripped property) or after
 * @param kind what was done there
 */
public record Change(String pointer, Kind kind) {

    /** What can be done to a value. */
    public enum Kind {
        /** A property the schema does not know was left out. */
        STRIPPED,
        /** A missing property was filled with its {@code default}. */
        DEFAULTED,
        /** A scalar was converted to the type the schema asks for, without loss. */
        CONVERTED,
        /** A value that does not fit was replaced by one that does; only a cast does this. */
        REPLACED
    }
}
