package dev.alkdev.operations.config;

import java.nio.file.Path;

/** Checks what is in a file that a config names. Needs a constructor without arguments. */
public interface FileCheck {
    /**
     * Reads it.
     *
     * @throws IllegalArgumentException naming the file and what is wrong with it
     */
    void check(Path file);
}
