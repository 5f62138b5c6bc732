package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schemas;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Locale;

/** What is done to results is the choice of who runs the hub, for all sources or for one. */
class HubNormalizeTest {
    private static final OperationSpec SPEC =
            OperationSpec.query("x.read")
                    .output(Schemas.object().property("known", Schemas.integer()).build())
                    .build();
    private static final JsonNode RESULT = Json.parse("{\"known\": \"1\", \"more\": 2}");
    private static final JsonNode NORMAL = Json.parse("{\"known\": 1}");
    private static final JsonNode NOTHING = Json.parse("{}");

    private static JsonNode result(String yaml) {
        try (Hub hub = Hub.of(HubFixtures.config(yaml))) {
            hub.registry().register(SPEC, (input, context) -> RESULT);
            return hub.registry().execute("x.read", NOTHING).data();
        }
    }

    @Test
    void theHubSaysWhatIsDone() {
        assertThat(result("")).isEqualTo(NORMAL);
        assertThat(result("normalize: normalize\n")).isEqualTo(NORMAL);
        assertThat(result("normalize: none\n")).isEqualTo(RESULT);
    }

    @Test
    void everyModeHasAName() {
        for (NormalizeMode mode : NormalizeMode.values()) {
            String name = mode.name().toLowerCase(Locale.ROOT);
            assertThat(HubFixtures.config("normalize: " + name + "\n").normalize()).isEqualTo(mode);
        }
    }

    private static JsonNode ofSource(String keys) {
        HubConfig config =
                HubFixtures.config(
                        "sources: [{name: x, type: provider, provider: test%s}]".formatted(keys));
        OperationRegistry registry = OperationRegistry.create();
        OperationBinding given = OperationBinding.of(SPEC, (input, context) -> RESULT);
        new LocalRules(config.sources().getFirst())
                .of(List.of(given), List.of())
                .bindings()
                .forEach(registry::register);
        return registry.execute("x.read", NOTHING).data();
    }

    @Test
    void aSourceMaySayOtherwise() {
        assertThat(ofSource("")).isEqualTo(NORMAL);
        assertThat(ofSource(", normalize: none")).isEqualTo(RESULT);
        assertThat(ofSource(", timeout: 30s")).isEqualTo(NORMAL);
        assertThat(ofSource(", normalize: none, timeout: 30s")).isEqualTo(RESULT);
    }
}
