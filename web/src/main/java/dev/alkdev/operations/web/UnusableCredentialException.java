package dev.alkdev.operations.web;

/** A credential that HTTP cannot carry. Its message never quotes it. */
final class UnusableCredentialException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private UnusableCredentialException(String message) {
        super(message);
    }

    /** Refuses text that no header can carry. */
    static void check(String what, String text) {
        if (!HeaderText.canCarry(text)) {
            throw new UnusableCredentialException(
                    what
                            + (text.endsWith("\n") || text.endsWith("\r")
                                    ? " ends with a line break; trim it"
                                    : " has control characters or characters beyond ASCII"));
        }
    }
}
