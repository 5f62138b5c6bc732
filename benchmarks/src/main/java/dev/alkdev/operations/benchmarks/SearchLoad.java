package dev.alkdev.operations.benchmarks;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.search.OperationSearch;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * Search over many operations: the time to make its index, and that of a query. The folder holds
 * {@code catalog.jsonl.gz} and {@code queries.json}; the catalog is taken as often as it needs. The
 * first round is that of a JVM that has just started. The times are those of the processor, which
 * on a busy machine say more than a clock does; the index has both.
 *
 * <pre>SearchLoad FOLDER [OPERATIONS] [ROUNDS]</pre>
 */
public final class SearchLoad {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private SearchLoad() {}

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        int wanted = args.length > 1 ? Integer.parseInt(args[1]) : 30_000;
        OperationRegistry registry = OperationRegistry.create();
        List<JsonNode> catalog = catalog(folder.resolve("catalog.jsonl.gz"));
        for (int i = 0; i < wanted; i++) {
            JsonNode entry = catalog.get(i % catalog.size());
            registry.registerSpec(spec(entry, "n" + i / catalog.size()));
        }
        List<String> queries =
                Json.parse(Files.readAllBytes(folder.resolve("queries.json")))
                        .valueStream()
                        .map(query -> query.path("query").asString())
                        .toList();
        int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 4;
        for (int round = 0; round < rounds; round++) {
            System.out.print(round == 0 ? "cold: " : "warm: ");
            round(registry, queries);
        }
    }

    private static void round(OperationRegistry registry, List<String> queries) {
        long clock = System.nanoTime();
        long start = THREADS.getCurrentThreadCpuTime();
        try (OperationSearch search = OperationSearch.over(registry)) {
            search.find("x", 1);
            double index = (THREADS.getCurrentThreadCpuTime() - start) / 1e6;
            double wall = (System.nanoTime() - clock) / 1e6;
            double[] times = new double[3 * queries.size()];
            for (int i = 0; i < times.length; i++) {
                long begun = THREADS.getCurrentThreadCpuTime();
                search.find(queries.get(i % queries.size()), 10);
                times[i] = (THREADS.getCurrentThreadCpuTime() - begun) / 1e6;
            }
            Arrays.sort(times);
            System.out.printf(
                    "%,d operations: index %,5.0f ms, by the clock %,5.0f ms, query median %.2f ms,"
                            + " p95 %.2f, worst %.2f%n",
                    registry.size(),
                    index,
                    wall,
                    times[times.length / 2],
                    times[times.length * 95 / 100],
                    times[times.length - 1]);
        }
    }

    private static List<JsonNode> catalog(Path file) throws IOException {
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                new GZIPInputStream(Files.newInputStream(file)),
                                StandardCharsets.UTF_8))) {
            return lines.lines().map(Json::parse).toList();
        }
    }

    private static OperationSpec spec(JsonNode entry, String prefix) {
        ObjectNode meta = JsonNodeFactory.instance.objectNode();
        meta.put("method", entry.path("method").asString(""));
        meta.put("path", entry.path("path").asString(""));
        return OperationSpec.builder(
                        OperationType.parse(entry.get("type").asString()),
                        prefix + entry.get("id").asString())
                .title(entry.get("title").asString())
                .describedAs(entry.get("description").asString())
                .meta(meta)
                .build();
    }
}
