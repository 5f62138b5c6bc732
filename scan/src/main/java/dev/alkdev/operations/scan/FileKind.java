package dev.alkdev.operations.scan;

import org.jspecify.annotations.Nullable;

/** The kinds of files that a scan reads. */
enum FileKind {
    JAVA,
    JAR,
    JSON,
    YAML;

    /** The kind of a file; null if it is none of them. */
    static @Nullable FileKind of(String name) {
        if (name.startsWith(".")) {
            return null;
        }
        if (name.endsWith(".java")) {
            // They describe packages and modules, and have no classes.
            return name.endsWith("-info.java") ? null : JAVA;
        }
        if (name.endsWith(".jar")) {
            return JAR;
        }
        if (name.endsWith(".operation.json")) {
            return JSON;
        }
        return name.endsWith(".operation.yaml") || name.endsWith(".operation.yml") ? YAML : null;
    }
}
