package dev.alkdev.operations.openapi;

/**
 * Something wrong in a document that can be read otherwise.
 *
 * @param kind what sort of thing
 * @param pointer where, as a JSON pointer; in another document with its URI and {@code #} before it
 * @param message what is wrong and what was done about it
 */
public record DocumentProblem(Kind kind, String pointer, String message) {

    /** The sorts of problems. */
    public enum Kind {
        /** A {@code $ref} leads nowhere; what it refers to is left out. */
        MISSING_REFERENCE,
        /** A {@code $ref} leads to another document that the {@link ReferenceRule} keeps out. */
        FORBIDDEN_REFERENCE,
        /** Several operations have one {@code operationId}; all but one got a longer name. */
        DUPLICATE_OPERATION_ID,
        /** An operation is named after its method and path. */
        MISSING_OPERATION_ID,
        /** A part of a schema is none; any value is accepted in its place. */
        UNUSABLE_SCHEMA,
        /** A parameter has a style that does not exist here; the default of its place is used. */
        UNKNOWN_STYLE,
        /** A parameter cannot be sent and is left out, or was missing and is made up. */
        UNUSABLE_PARAMETER,
        /** A filter, rename or parameter of the operator fits nothing in the document. */
        UNUSED_SETTING,
        /** An operation cannot be imported. */
        UNUSABLE_OPERATION,
        /** Something that is not understood, as of a later version; it is left out. */
        UNSUPPORTED,
        /** There is no server URL; calls fail until a base URL is configured. */
        NO_SERVER
    }

    @Override
    public String toString() {
        return kind + " at " + pointer + ": " + message;
    }
}
