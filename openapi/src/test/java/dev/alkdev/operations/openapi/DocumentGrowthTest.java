package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.OperationRegistry;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Documents of about 1 MB whose import would not fit into 64 MB if it grew with their square. */
@Tag("small-heap")
@Timeout(60)
class DocumentGrowthTest {
    private static final int SIZE = 6_000;
    private static final HttpServiceOptions CONFIG = HttpServiceOptions.of("api");

    @TempDir Path folder;

    /** A list in which @ is the number of each entry. */
    private static String list(String entry) {
        return list(i -> entry.replace("@", Integer.toString(i)));
    }

    private static String list(IntFunction<String> entry) {
        return IntStream.range(0, SIZE).mapToObj(entry).collect(Collectors.joining(", "));
    }

    private static String document(String paths) {
        return """
        {"openapi": "3.2.0", "info": {"title": "T", "version": "1"}, "paths": {%s}}
        """
                .formatted(paths);
    }

    private static String body(String schema) {
        return "{\"requestBody\": {\"content\": {\"application/json\": {\"schema\": %s}}}}"
                .formatted(schema);
    }

    @ParameterizedTest
    @ValueSource(strings = {"required members", "parts", "problems", "path"})
    void growWithTheirSize(String shape) {
        String paths =
                switch (shape) {
                    case "required members" ->
                            "\"/p\": {\"post\": "
                                    + body(
                                            "{\"required\": [%s], \"properties\": {%s}}"
                                                    .formatted(list("\"m@\""), list("\"m@\": {}")))
                                    + "}";
                    case "parts" ->
                            "\"/p\": {\"post\": "
                                    + body(
                                            "{\"allOf\": [%s]}"
                                                    .formatted(
                                                            list(
                                                                    "{\"properties\": {\"a\":"
                                                                        + " {\"title\": \"@\"}}}")))
                                    + "}";
                    case "problems" ->
                            "\"/%s\": {\"get\": {\"parameters\": [%s]}}"
                                    .formatted("p".repeat(7_000), list("{\"in\": \"query\"}"));
                    default ->
                            "\"/p\": {\"get\": {}}, \"/%s\": {%s}"
                                    .formatted("p".repeat(SIZE * 20), list("\"m@\": {}"));
                };

        assertThat(OpenApi.from(document(paths), CONFIG).operations()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"body", "path item", "additional operations", "response"})
    void areRefusedIfTheirOperationsShareTooMuch(String shape) {
        String parameters =
                "\"parameters\": [%s]".formatted(list("{\"name\": \"q@\", \"in\": \"query\"}"));
        String many = list("\"/q@\": {\"$ref\": \"#/paths/~1p\"}");
        String paths =
                switch (shape) {
                    case "body" ->
                            "\"/p\": {\"post\": %s}, %s"
                                    .formatted(
                                            body(
                                                    "{\"properties\": {%s}}"
                                                            .formatted(list("\"m@\": {}"))),
                                            many);
                    case "path item" -> "\"/p\": {%s, \"get\": {}}, %s".formatted(parameters, many);
                    case "additional operations" ->
                            "\"/p\": {%s, \"additionalOperations\": {%s}}"
                                    .formatted(parameters, list("\"M@\": {}"));
                    default ->
                            "\"/p\": {\"get\": {\"responses\": {\"200\": {\"content\": {%s}}}}}, %s"
                                    .formatted(list("\"a/v@+json\": {}"), many);
                };

        assertThatThrownBy(() -> OpenApi.from(document(paths), CONFIG))
                .isInstanceOf(DocumentException.class)
                .hasMessageStartingWith(
                        "the operations have more than 65536 parameters, members of bodies and"
                                + " media types together");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[%s]", "- 1\n%s"})
    void areRefusedIfTheyDoNotFitIntoTheHeap(String text) {
        String values = text.startsWith("[") ? "1,".repeat(400_000) + "1" : "- 1\n".repeat(400_000);

        assertThatThrownBy(() -> OpenApi.from(text.formatted(values), CONFIG))
                .isInstanceOf(DocumentException.class)
                .hasMessageContaining("more than the 8 MB for one API in a heap of this size");
    }

    /** Each version takes about 7 MB; an API may take 8 MB, and all together 21 MB. */
    @Test
    void leaveNoMemoryInUseAfterTheyAreReplaced() throws IOException {
        String document = document("\"/p\": {\"get\": {\"operationId\": \"p\"}}").strip();
        String large =
                document.replaceFirst("}$", "")
                        + ", \"x-version\": %d, \"x-values\": ["
                        + "1,".repeat(195_000)
                        + "1]}";
        Path file = Files.writeString(folder.resolve("api.json"), large.formatted(0));
        for (int sources = 0; sources < 3; sources++) {
            OperationRegistry registry = OperationRegistry.create();
            try (OpenApiSource source = OpenApiSource.of(DocumentSource.file(file), CONFIG)) {
                source.start(registry);
                assertThat(source.status().operations()).isEqualTo(1);
                AtomicInteger renewed = new AtomicInteger();
                registry.onChange(change -> renewed.incrementAndGet());
                for (int version = 1; version <= 3; version++) {
                    Files.writeString(file, large.formatted(sources * 10 + version));
                    assertThat(source.reload()).isEqualTo(ApiChanges.none());
                }
                assertThat(renewed.get()).as("old versions that were left").isEqualTo(3);
            }
        }
    }

    @Test
    void areComparedOnceForAllOperationsOnReload() throws IOException {
        String schemas =
                list(
                        i ->
                                "\"S%d\": {\"properties\": {\"n\": {\"$ref\": \"#/components/schemas/S%d\"}}}"
                                        .formatted(i + 1, i));
        String paths =
                IntStream.range(0, 2_000)
                        .mapToObj(
                                i ->
                                        "\"/p"
                                                + i
                                                + "\": {\"post\": "
                                                + body("{\"$ref\": \"#/components/schemas/S6000\"}")
                                                + "}")
                        .collect(Collectors.joining(", "));
        String document =
                document(paths).strip().replaceFirst("}$", "")
                        + ", \"components\": {\"schemas\": {\"S0\": {}, "
                        + schemas
                        + "}}}";
        Path file = Files.writeString(folder.resolve("api.json"), document);
        try (OpenApiSource source = OpenApiSource.of(DocumentSource.file(file), CONFIG)) {
            source.start(OperationRegistry.create());
            Files.writeString(file, document.replace("\"S0\": {}", "\"S0\": {\"title\": \"new\"}"));

            assertThat(source.reload().changed()).hasSize(2_000);
        }
    }
}
