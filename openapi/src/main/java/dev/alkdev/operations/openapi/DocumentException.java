package dev.alkdev.operations.openapi;

/** A document that cannot be read at all. What is wrong inside a readable one is a problem. */
public final class DocumentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DocumentException(String message) {
        super(message);
    }

    DocumentException(String message, Throwable cause) {
        super(message, cause);
    }
}
