package dev.alkdev.operations.testkit;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;

import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The threads of this process, virtual ones included, which only a thread dump shows. */
final class LiveThreads {
    private LiveThreads() {}

    /** Ids and names. */
    static Map<String, String> find() {
        try {
            Path folder = Files.createTempDirectory("threads");
            Path file = folder.resolve("dump.json");
            try {
                ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                        .dumpThreads(file.toString(), ThreadDumpFormat.JSON);
                return read(Json.mapper().readTree(file.toFile()));
            } finally {
                Files.deleteIfExists(file);
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> read(JsonNode dump) {
        Map<String, String> names = new TreeMap<>();
        for (JsonNode container : dump.at("/threadDump/threadContainers")) {
            for (JsonNode thread : container.path("threads")) {
                names.put(thread.path("tid").asString(), name(thread));
            }
        }
        return names;
    }

    /** Virtual threads seldom have a name: the code they run is shown instead. */
    private static String name(JsonNode thread) {
        String name = thread.path("name").asString();
        if (!name.isEmpty()) {
            return name;
        }
        String code =
                thread.path("stack")
                        .valueStream()
                        .map(JsonNode::asString)
                        .filter(frame -> !frame.startsWith("java.base/"))
                        .findFirst()
                        .orElse("unknown code");
        return "a thread without a name in " + code;
    }
}
