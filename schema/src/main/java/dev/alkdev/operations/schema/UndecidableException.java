package dev.alkdev.operations.schema;

/** A value that cannot be judged within the limits, so that it counts as not accepted. */
final class UndecidableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UndecidableException(String message) {
        super(message, null, false, false);
    }
}
