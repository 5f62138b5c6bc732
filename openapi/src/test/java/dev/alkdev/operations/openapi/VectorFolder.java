package dev.alkdev.operations.openapi;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;

/** The folder with truth from outside; tests that need it are skipped, visibly, without it. */
final class VectorFolder {
    private static final Path ROOT =
            Path.of(System.getProperty("vectors", "../../shared/vectors"))
                    .toAbsolutePath()
                    .normalize();

    private VectorFolder() {}

    static Path path(String name) {
        Path path = ROOT.resolve(name);
        assumeTrue(Files.exists(path), () -> "skipped: no vectors at " + path);
        return path;
    }

    static JsonNode read(Path file) {
        return Json.mapper().readTree(file);
    }

    /** The one line that tells how many cases of a file passed. */
    static void print(String name, int passed, int total) {
        System.out.println("vectors " + name + ": " + passed + "/" + total);
    }
}
