package dev.alkdev.operations.config;

/** A secret text: {@code toString()} is masked. Immutable; threads may share it. */
@Form(secret = true)
public record Secret(String value) {

    @Override
    public String toString() {
        return "***";
    }
}
