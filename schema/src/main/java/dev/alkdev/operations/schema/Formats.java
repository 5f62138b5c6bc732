package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import java.util.function.Predicate;

final class Formats {
    private Formats() {}

    static @Nullable Predicate<String> named(String format) {
        return null;
    }
}
