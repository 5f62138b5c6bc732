package dev.alkdev.operations.cli;

import dev.alkdev.operations.hub.HubConfig;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.StringNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The config of a hub: a file, or the default with the examples. Immutable; threads may share it.
 *
 * @param path null for the default
 */
record HubFile(@Nullable Path path) {
    private static final String DEFAULT = "/default-hub.yaml";

    /**
     * Reads it anew.
     *
     * @throws dev.alkdev.operations.config.ConfigException with everything that is wrong
     */
    HubConfig read() {
        return path == null
                ? HubConfig.parse(defaultText(), Path.of(""), System::getenv)
                : HubConfig.read(existing(path));
    }

    /**
     * The file of a config.
     *
     * @throws CommandFailure if there is none
     */
    static Path existing(Path file) {
        if (!Files.exists(file)) {
            throw CommandFailure.noFile(
                    "there is no file " + file, "Without a file, serve runs the examples.");
        }
        return file;
    }

    /** A config of which nothing is given. */
    static HubConfig empty() {
        return HubConfig.parse("{}", Path.of(""), System::getenv);
    }

    static String defaultText() {
        // The JVM of this process, for one of the examples.
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return resource(DEFAULT)
                .replace("\"@JAVA@\"", quoted(java.toString()))
                .replace("\"@CLASSPATH@\"", quoted(System.getProperty("java.class.path")));
    }

    /** A text from the jar of this command. */
    static String resource(String name) {
        try (InputStream text = HubFile.class.getResourceAsStream(name)) {
            if (text == null) {
                throw new IllegalStateException(name + " is missing");
            }
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As YAML and JSON have it. */
    private static String quoted(String text) {
        return new String(Json.write(StringNode.valueOf(text)), StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return path == null ? "the default config" : path.toString();
    }
}
