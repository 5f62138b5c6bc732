package dev.alkdev.operations.schema;

/** A question that was given up, because answering it would take too long. */
final class UndecidableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UndecidableException(String message) {
        super(message, null, false, false);
    }
}
