package dev.alkdev.operations.examples.tasks;

/** An answer of the library that is no success. */
final class LibraryProblem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    LibraryProblem(int status, String code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    int status() {
        return status;
    }

    /** The problem that the client gets. */
    Body body() {
        return new Body(code, String.valueOf(getMessage()));
    }

    record Body(String code, String message) {}
}
