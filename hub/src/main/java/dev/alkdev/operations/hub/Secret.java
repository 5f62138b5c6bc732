package dev.alkdev.operations.hub;

/** A text that is not for logs: its text form tells nothing. Immutable; threads may share it. */
public record Secret(String value) {

    @Override
    public String toString() {
        return "***";
    }
}
