package dev.alkdev.operations.schema;

/** A schema that cannot be used, and where it is wrong. */
public final class SchemaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String pointer;

    SchemaException(String pointer, String message) {
        super((pointer.isEmpty() ? "(root)" : pointer) + ": " + message);
        this.pointer = pointer;
    }

    /** Where in the schema document, as a JSON pointer. */
    public String pointer() {
        return pointer;
    }
}
