package dev.alkdev.operations.benchmarks;

import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.openapi.DocumentSource;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.openapi.OpenApiSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a registry full of imported operations takes: the documents of a folder in turn, each as
 * often as it takes under a namespace of its own, until there are so many operations.
 *
 * <pre>OpenApiMemory FOLDER [OPERATIONS]</pre>
 */
public final class OpenApiMemory {
    private OpenApiMemory() {}

    public static void main(String[] args) throws IOException {
        List<Path> documents = documents(Path.of(args[0]));
        int wanted = args.length > 1 ? Integer.parseInt(args[1]) : 30_000;
        OperationRegistry registry = OperationRegistry.create();
        List<OpenApiSource> sources = new ArrayList<>();
        long before = used();
        long start = System.nanoTime();
        long bytes = 0;
        while (registry.size() < wanted) {
            Path document = documents.get(sources.size() % documents.size());
            OpenApiSource source =
                    OpenApiSource.of(
                            DocumentSource.file(document),
                            HttpServiceOptions.builder("api" + sources.size())
                                    .baseUrl("http://127.0.0.1:1")
                                    .build());
            source.start(registry);
            sources.add(source);
            bytes += Files.size(document);
        }
        long loaded = System.nanoTime();
        report("imported", before);
        registry.list(OperationQuery.all().withText("no such words")).operations();
        report("searched", before);
        System.out.printf(
                "%,d operations of %,d documents (%,d MB), %,d ms%n",
                registry.size(), sources.size(), bytes >> 20, (loaded - start) / 1_000_000);
        sources.forEach(OpenApiSource::close);
    }

    private static List<Path> documents(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().matches(".*\\.(json|yaml)"))
                    .filter(file -> !file.endsWith("manifest.json"))
                    .sorted()
                    .toList();
        }
    }

    private static void report(String when, long before) throws IOException {
        long heap = used() - before;
        String memory =
                Files.readAllLines(Path.of("/proc/self/status")).stream()
                        .filter(line -> line.startsWith("VmRSS"))
                        .findFirst()
                        .orElse("");
        System.out.printf("%s: heap %,d MB, %s%n", when, heap >> 20, memory);
    }

    /** The heap in use when nothing more can be collected. */
    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
