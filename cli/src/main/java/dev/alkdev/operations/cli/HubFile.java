package dev.alkdev.operations.cli;

import dev.alkdev.operations.hub.HubConfig;
import dev.alkdev.operations.schema.JsonBytes;

import org.jspecify.annotations.Nullable;

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
        if (path == null) {
            return HubConfig.parse(defaultText(), Path.of(""), System::getenv);
        }
        if (!Files.exists(path)) {
            throw CommandFailure.noFile(
                    "there is no file " + path, "Without a file, serve runs the examples.");
        }
        return HubConfig.read(path);
    }

    /** A config of which nothing is given. */
    static HubConfig empty() {
        return HubConfig.parse("{}", Path.of(""), System::getenv);
    }

    /** As {@link #read}, and whether the providers it names are there and take their options. */
    HubConfig readWithProviders() {
        return path == null || !Files.exists(path) ? read() : HubConfig.readWithProviders(path);
    }

    static String defaultText() {
        try (InputStream text = HubFile.class.getResourceAsStream(DEFAULT)) {
            if (text == null) {
                throw new IllegalStateException(DEFAULT + " is missing");
            }
            return new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("\"@JAVA@\"", quoted(java().toString()))
                    .replace("\"@CLASSPATH@\"", quoted(System.getProperty("java.class.path")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The JVM of this process, for one of the examples. */
    private static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /** As YAML and JSON have it. */
    private static String quoted(String text) {
        JsonBytes json = JsonBytes.take();
        try {
            return new String(json.text(text).toByteArray(), StandardCharsets.UTF_8);
        } finally {
            json.giveBack();
        }
    }

    @Override
    public String toString() {
        return path == null ? "the default config" : path.toString();
    }
}
