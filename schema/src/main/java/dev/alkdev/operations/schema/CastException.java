package dev.alkdev.operations.schema;

/** A schema for which no value can be made up, so that nothing can be cast to it. */
public final class CastException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CastException(String message) {
        super(message);
    }
}
