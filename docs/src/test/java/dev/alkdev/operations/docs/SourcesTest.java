package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.hub.Hub;
import dev.alkdev.operations.hub.HubConfig;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The rest of {@code docs/guide/sources.md}: its config, and what is not in the example. */
class SourcesTest {
    @Test
    void theSourceIsUsedByItself(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("shop.properties"), "city=Bern\n");
        // snippet: use
        OperationRegistry registry = OperationRegistry.create();
        try (PropertiesSource source = new PropertiesSource("shop", file)) {
            source.start(registry);
            String city = registry.execute("shop.city", Map.of(), String.class).unwrap();
            OperationSource.Status status = source.reload(); // reads the file again
            // pause
            assertThat(city).isEqualTo("Bern");
            assertThat(status)
                    .isEqualTo(
                            new OperationSource.Status(
                                    OperationSource.Status.State.READY, 1, null));
            // resume
        }
        // end
    }

    @Test
    void aHubRunsItByTheConfigOfTheGuide(@TempDir Path folder) throws Exception {
        Path properties = Files.writeString(folder.resolve("shop.properties"), "city=Bern\n");
        String yaml =
                "listen: 127.0.0.1:0\n"
                        + YamlTest.text("sources-shop")
                                .replace("/etc/shop.properties", properties.toString());
        Path file = Files.writeString(folder.resolve("hub.yaml"), yaml);

        try (Hub hub = Hub.of(HubConfig.read(file))) {
            hub.start();
            assertThat(hub.awaitSources(Duration.ofSeconds(60))).isTrue();
            assertThat(hub.registry().execute("shop.city", Map.of()).data().asString())
                    .isEqualTo("Bern");
        }
    }

    @Test
    void aHubRunsItAsATypeOfItsOwn(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("shop.properties"), "city=Bern\n");
        String yaml = "sources: [{name: shop, type: properties, file: shop.properties}]\n";

        try (Hub hub = Hub.of(HubConfig.parse(yaml, folder, name -> null))) {
            hub.startSources();
            assertThat(hub.awaitSources(Duration.ofSeconds(60))).isTrue();
            assertThat(hub.registry().execute("shop.city", Map.of()).data().asString())
                    .isEqualTo("Bern");
        }
    }

    @Test
    void schemasOfOthersAreReadForgivingly() {
        // snippet: schema
        Schema strict = Schema.parse("{\"type\": \"string\"}");
        Schema forgiving =
                Schema.of(
                        Json.parse("{\"type\": \"file\"}"),
                        SchemaOptions.defaults().withTolerance());
        // end
        assertThat(strict.accepts(Json.parse("7"))).isFalse();
        assertThat(forgiving.accepts(Json.parse("7"))).isTrue();
    }

    @Test
    void specsMayComeWithoutHandlers() {
        OperationRegistry registry = OperationRegistry.create();
        OperationSpec spec = OperationSpec.query("shop.stock").build();
        // snippet: specs
        OperationSource.Publisher published = OperationSource.Publisher.into(registry);
        published.update(List.of(), List.of(spec)); // listed, not yet callable
        registry.registerHandler("shop.stock", (input, context) -> 12);
        // end
        assertThat(registry.execute("shop.stock", Map.of()).data().asInt()).isEqualTo(12);
        published.withdraw();
        assertThat(
                        catchThrowableOfType(
                                        CallException.class,
                                        () -> registry.execute("shop.stock", Map.of()))
                                .code())
                .isEqualTo(ErrorCode.OPERATION_NOT_FOUND);
    }
}
