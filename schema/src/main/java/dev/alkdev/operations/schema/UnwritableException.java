package dev.alkdev.operations.schema;

import tools.jackson.core.JacksonException;

/**
 * A value that is not data: it contains itself, is nested too deeply, or is of a type such as
 * {@link Thread} that JSON cannot represent. The message names the type and the remedy.
 */
public final class UnwritableException extends JacksonException {
    private static final long serialVersionUID = 1L;

    UnwritableException(String message) {
        super(message);
    }

    /** The path to the value and what is wrong with it, on one line. */
    public String reason() {
        String path = Json.pointer(this);
        return path.isEmpty() ? getOriginalMessage() : path + ": " + getOriginalMessage();
    }
}
