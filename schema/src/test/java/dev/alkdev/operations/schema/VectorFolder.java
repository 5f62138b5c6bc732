package dev.alkdev.operations.schema;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder with truth from outside. Without it, tests use the part of it that is kept among the
 * test resources; those that need more are skipped, visibly.
 */
final class VectorFolder {
    private static final Path ROOT =
            Path.of(System.getProperty("vectors", "../shared/vectors"))
                    .toAbsolutePath()
                    .normalize();

    private VectorFolder() {}

    static Path path(String name) {
        Optional<Path> path = find(name);
        assumeTrue(path.isPresent(), () -> "skipped: no vectors at " + ROOT.resolve(name));
        return path.orElseThrow();
    }

    /** A file or folder of the vectors, or its copy among the resources. */
    static Optional<Path> find(String name) {
        Path path = ROOT.resolve(name);
        if (Files.exists(path)) {
            return Optional.of(path);
        }
        URL copy = VectorFolder.class.getResource("/" + name);
        try {
            return copy == null ? Optional.empty() : Optional.of(Path.of(copy.toURI()));
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static JsonNode read(Path file) {
        return Json.mapper().readTree(file);
    }

    static List<Path> jsonFiles(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The one line that tells how many cases of a file passed. */
    static void print(String name, int passed, int total) {
        System.out.println("vectors " + name + ": " + passed + "/" + total);
    }
}
