package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.config.ConfigRecords;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Map;

/** Operations are found by the words that the config has for them. */
class AliasTest {
    private static final String WITH_ALIAS =
            HubFixtures.TEST_SOURCE + "aliases: {test.echo: [parrot, say it again]}\n";

    private static List<String> found(HubClient client, String words) throws Exception {
        JsonNode listing = Json.parse(client.get("/operations?search=" + words).body());
        return listing.path("operations")
                .valueStream()
                .map(operation -> operation.path("id").asString())
                .toList();
    }

    @Test
    void anAliasFindsItsOperation() throws Exception {
        try (Hub hub = HubFixtures.started(WITH_ALIAS);
                HubClient client = HubClient.of(hub)) {
            assertThat(found(client, "parrot")).containsExactly("test.echo");
            assertThat(found(client, "say+it+again")).startsWith("test.echo");
        }
    }

    @Test
    void aReloadTakesAliasesOver() throws Exception {
        try (Hub hub = HubFixtures.started(HubFixtures.TEST_SOURCE);
                HubClient client = HubClient.of(hub)) {
            assertThat(found(client, "parrot")).isEmpty();

            hub.reload(
                    ConfigRecords.with(
                            hub.config(),
                            Map.of("aliases", Map.of("test.echo", List.of("parrot")))));

            assertThat(found(client, "parrot")).containsExactly("test.echo");
        }
    }
}
