package dev.alkdev.operations.console;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** The files that the build made of the web sources, by their path. Threads may share it. */
final class ConsoleFiles {
    static final String PAGE = "index.html";
    private static final String LIST = "files.txt";

    private final Map<String, ConsoleFile> files;

    private ConsoleFiles(Map<String, ConsoleFile> files) {
        this.files = Map.copyOf(files);
    }

    /** Reads all of them: a few hundred kilobytes. */
    static ConsoleFiles load() {
        Map<String, ConsoleFile> files = new HashMap<>();
        byte[] list = read(LIST);
        if (list == null) {
            throw new IllegalStateException("this jar was built without the console's files");
        }
        new String(list, StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.split("\t", 3))
                .forEach(entry -> files.put(entry[0], file(entry[0], entry[1], entry[2])));
        return new ConsoleFiles(files);
    }

    @Nullable ConsoleFile find(String path) {
        return files.get(path);
    }

    private static ConsoleFile file(String path, String tag, String type) {
        Map<Encoding, byte[]> bodies = new EnumMap<>(Encoding.class);
        for (Encoding encoding : Encoding.values()) {
            byte[] body = read(path + encoding.suffix());
            if (body != null) {
                bodies.put(encoding, body);
            }
        }
        return new ConsoleFile(type, tag, bodies);
    }

    private static byte @Nullable [] read(String path) {
        try (InputStream in = ConsoleFiles.class.getResourceAsStream("web/" + path)) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
