package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationRegistry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Operations keep the tree of the version they came from: there must not be ever more of them. */
class ReloadMemoryTest {
    private static final int OPERATIONS = 400;
    private static final int RELOADS = 100;
    private static final long MEGABYTE = 1 << 20;

    @TempDir Path folder;

    /** About 4 MB: 400 operations, each with a result of 20 properties. */
    private static String document() {
        String description = "What this property is about. ".repeat(15);
        ObjectNode document = TestApi.document("get", "/p", "{\"operationId\": \"first\"}");
        ObjectNode paths = document.withObjectProperty("paths");
        for (int i = 0; i < OPERATIONS; i++) {
            ObjectNode operation = JsonNodeFactory.instance.objectNode();
            operation.put("operationId", "op" + i).put("summary", "Operation " + i + ".");
            ObjectNode properties =
                    operation
                            .putObject("responses")
                            .putObject("200")
                            .put("description", "")
                            .putObject("content")
                            .putObject("application/json")
                            .putObject("schema")
                            .put("type", "object")
                            .putObject("properties");
            for (int p = 0; p < 20; p++) {
                properties
                        .putObject("property" + p)
                        .put("type", "string")
                        .put("description", description + i + p);
            }
            paths.putObject("/p" + i).set("get", operation);
        }
        return document.toString();
    }

    private Path write(String document) throws IOException {
        return Files.writeString(folder.resolve("api.json"), document);
    }

    /** The heap in use when nothing more can be collected. */
    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void aHundredReloadsWithAChangeElsewhereEachTimeDoNotFillTheHeap() throws IOException {
        String document = document();
        Path file = write(document);
        assertThat(Files.size(file)).isGreaterThan(3_900_000);
        OperationRegistry registry = OperationRegistry.create();
        long before = used();
        try (OpenApiSource source =
                OpenApiSource.of(DocumentSource.file(file), HttpServiceOptions.of("api"))) {
            source.start(registry);
            AtomicInteger noticed = new AtomicInteger();
            registry.onChange(change -> noticed.incrementAndGet());
            long version = Math.max(used() - before, 5 * MEGABYTE);

            for (int i = 0; i < RELOADS; i++) {
                document = document.replace("\"Operation " + i + ".\"", "\"Changed\"");
                write(document);

                assertThat(source.reload())
                        .isEqualTo(new ApiChanges(List.of(), List.of("api.op" + i), List.of()));
            }

            assertThat(source.status().operations()).isEqualTo(OPERATIONS + 1);
            // Those that changed, and some that let an old version go: not all of them each time.
            assertThat(noticed.get()).isBetween(RELOADS, OPERATIONS * RELOADS / 20);
            assertThat(registry.spec("api.op0").title()).hasValue("Changed");
            assertThat(registry.spec("api.op399").title()).hasValue("Operation 399.");
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(used() - before).isLessThan(6 * version));
        }
    }
}
