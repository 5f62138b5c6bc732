package dev.alkdev.operations.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/** Labelled queries over the operations of 15 APIs and 20 MCP servers. */
class SearchVectorsTest {
    private static final Path FOLDER =
            Path.of(System.getProperty("vectors", "../shared/vectors")).resolve("search");

    private final OperationRegistry registry = OperationRegistry.create();

    private static OperationSpec spec(JsonNode line) {
        OperationType type = OperationType.parse(line.get("type").asString());
        ObjectNode meta = Json.mapper().createObjectNode();
        line.path("method").asStringOpt().ifPresent(method -> meta.put("method", method));
        line.path("path").asStringOpt().ifPresent(path -> meta.put("path", path));
        return OperationSpec.builder(type, line.get("id").asString())
                .title(line.get("title").asString())
                .describedAs(line.get("description").asString())
                .tags(line.get("tags").valueStream().map(JsonNode::asString).toArray(String[]::new))
                .meta(meta)
                .build();
    }

    private void read(Path catalog) throws IOException {
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                new GZIPInputStream(Files.newInputStream(catalog)),
                                StandardCharsets.UTF_8))) {
            lines.lines().map(Json::parse).forEach(line -> registry.registerSpec(spec(line)));
        }
    }

    private static int rank(SearchResult result, JsonNode query) {
        List<String> accepted = query.get("accept").valueStream().map(JsonNode::asString).toList();
        List<String> ids = result.hits().stream().map(hit -> hit.spec().id()).toList();
        return 1 + accepted.stream().mapToInt(ids::indexOf).filter(at -> at >= 0).min().orElse(-1);
    }

    @Test
    void mostQueriesFindWhatTheyAreAbout() throws IOException {
        assumeTrue(Files.exists(FOLDER), () -> "skipped: no vectors at " + FOLDER);
        read(FOLDER.resolve("catalog.jsonl.gz"));
        JsonNode queries = Json.mapper().readTree(FOLDER.resolve("queries.json"));
        int first = 0;
        int firstFive = 0;
        int empty = 0;
        double reciprocal = 0;
        try (OperationSearch search = OperationSearch.over(registry)) {
            for (JsonNode query : queries) {
                SearchResult result = search.find(query.get("query").asString(), 10);
                int rank = rank(result, query);
                first += rank == 1 ? 1 : 0;
                firstFive += rank >= 1 && rank <= 5 ? 1 : 0;
                reciprocal += rank >= 1 ? 1.0 / rank : 0;
                empty += result.hits().isEmpty() ? 1 : 0;
            }
        }
        double all = queries.size();
        System.out.printf(
                Locale.ROOT,
                "vectors search/queries.json: R@1 %.3f R@5 %.3f MRR@10 %.3f empty %d of %d%n",
                first / all,
                firstFive / all,
                reciprocal / all,
                empty,
                queries.size());
        assertThat(first / all).isGreaterThanOrEqualTo(0.78);
        assertThat(firstFive / all).isGreaterThanOrEqualTo(0.93);
        assertThat(reciprocal / all).isGreaterThanOrEqualTo(0.85);
        assertThat(empty).isLessThanOrEqualTo(2);
    }
}
