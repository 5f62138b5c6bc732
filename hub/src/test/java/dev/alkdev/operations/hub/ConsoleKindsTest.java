package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.config.ConfigRecords;
import dev.alkdev.operations.config.Kind;
import dev.alkdev.operations.http.SourceEntry;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A source and an engine that are not the hub's own, in the console. */
class ConsoleKindsTest {
    private static final OperationSource.Status READY =
            new OperationSource.Status(State.READY, 0, null);

    @Kind(value = "radio", text = "what a radio station offers")
    record RadioSourceConfig(String name, SourceRulesConfig rules) implements SourceConfig {
        @Override
        public HubSource open(HubParts parts) {
            return new RadioSource(new SourceOrigin(this));
        }
    }

    private record RadioSource(SourceOrigin origin) implements HubSource {
        @Override
        public void start() {}

        @Override
        public void refresh() {}

        @Override
        public OperationSource.Status status() {
            return READY;
        }

        @Override
        public List<String> errorOutput() {
            return List.of("much noise");
        }

        @Override
        public Optional<Linked> link() {
            return Optional.of(new Linked("radio", true, Set.of("news.listen")));
        }

        @Override
        public void withdraw() {}

        @Override
        public void close() {}
    }

    @Kind(value = "pigeon", text = "carrier pigeons")
    record PigeonEngineConfig() implements EngineConfig {
        @Override
        public Optional<HubEngine> join(HubParts parts) {
            return Optional.of(new PigeonEngine());
        }
    }

    private record PigeonEngine() implements HubEngine {
        @Override
        public SourceEntry entry() {
            return new SourceEntry("pigeons", "pigeon", READY);
        }

        @Override
        public List<Member> peers() {
            return List.of(new Member("loft", Set.of("loft.feed")));
        }

        @Override
        public void close() {}
    }

    private static JsonNode shown(HubConfig config) throws Exception {
        try (Hub hub = HubFixtures.started(config);
                ConsoleClient client = new ConsoleClient(hub)) {
            return client.json("/sources");
        }
    }

    @Test
    void aSourceShowsItsErrorOutputAndItsLink() throws Exception {
        SourceConfig radio = new RadioSourceConfig("radio", SourceRulesConfig.none());

        JsonNode all = shown(HubFixtures.config("").withSources(List.of(radio)));

        assertThat(all.at("/sources/0/stderr").toString()).isEqualTo("[\"much noise\"]");
        assertThat(all.at("/links/0/kind").asString()).isEqualTo("radio");
        assertThat(all.at("/links/0/direction").asString()).isEqualTo("out");
        assertThat(all.at("/links/0/source").asString()).isEqualTo("radio");
        assertThat(all.at("/links/0/up").asBoolean()).isTrue();
        assertThat(all.at("/links/0/offers").asInt()).isOne();
        assertThat(all.at("/linkCount").asInt()).isOne();
    }

    @Test
    void thePeersOfAnEngineHaveItsKindAndItsName() throws Exception {
        HubConfig config =
                ConfigRecords.with(
                        HubFixtures.config(""), Map.of("engine", new PigeonEngineConfig()));

        JsonNode all = shown(config);

        assertThat(all.at("/engine").asString()).isEqualTo("pigeons");
        assertThat(all.at("/links/0/kind").asString()).isEqualTo("pigeon");
        assertThat(all.at("/links/0/direction").asString()).isEqualTo("shared");
        assertThat(all.at("/links/0/source").asString()).isEqualTo("pigeons");
        assertThat(all.at("/links/0/name").asString()).isEqualTo("loft");
    }
}
