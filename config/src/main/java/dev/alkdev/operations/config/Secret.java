package dev.alkdev.operations.config;

/** A text that is not for logs: its text form tells nothing. Immutable; threads may share it. */
@Form(secret = true)
public record Secret(String value) {

    @Override
    public String toString() {
        return "***";
    }
}
