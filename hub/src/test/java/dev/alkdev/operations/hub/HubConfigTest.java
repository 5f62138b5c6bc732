package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import static java.util.Map.entry;

import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.config.TokenHash;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

class HubConfigTest {
    private static final String HASH =
            "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae";

    @TempDir Path folder;

    private HubConfig parse(String text) {
        return ConfigText.in(folder).parse(text);
    }

    /** With these components and the defaults of the others, however many there are. */
    private static <R extends Record> R made(Class<R> type, Map<String, Object> given) {
        return StandardKinds.RECORDS.make(type, given);
    }

    @Nested
    class Defaults {
        @Test
        void areLoopbackInProcessWithoutSources() {
            HubConfig config = HubConfig.defaults();
            assertThat(config.name()).isEqualTo("hub");
            assertThat(config.title()).isEqualTo("Operations");
            assertThat(config.listen()).isEqualTo(new ListenConfig("127.0.0.1", 7700, null));
            assertThat(config.engine()).isEqualTo(new EngineConfig.InProcess());
            assertThat(config.gateways())
                    .isEqualTo(
                            List.of(
                                    new RestGatewayConfig(),
                                    new LinkGatewayConfig(),
                                    new MetricsGatewayConfig(),
                                    made(McpGatewayConfig.class, Map.of())));
            assertThat(config.sources()).isEmpty();
            assertThat(config.tokens()).isEmpty();
            assertThat(config.console()).isTrue();
            assertThat(config.audit()).isEqualTo(new AuditConfig(false, null));
            assertThat(config.normalize()).isEqualTo(NormalizeMode.NORMALIZE);
            assertThat(config.aliases()).isEmpty();
            assertThat(config.drain()).hasSeconds(10);
            assertThat(config.plugins()).isNull();
            assertThat(config.isAuthenticated()).isFalse();
            assertThat(config.cors().isOff()).isTrue();
        }

        @Test
        void areWhatAnEmptyFileGives() {
            assertThat(parse("")).isEqualTo(HubConfig.defaults());
            assertThat(parse("# nothing yet\n")).isEqualTo(HubConfig.defaults());
            assertThat(parse("{}")).isEqualTo(HubConfig.defaults());
        }
    }

    @Nested
    class WholeConfig {
        @Test
        void isReadIntoRecords() {
            HubConfig config =
                    parse(
                            """
                            name: shop
                            title: The shop
                            listen: "[::1]:0"
                            engine:
                              url: redis://cache:6379/1
                              prefix: shop
                              trustIdentities: true
                              offer: false
                              expiry: 2s
                              grace: 1m
                            gateways: [link, rest]
                            limits:
                              bodyBytes: 1MiB
                              headerBytes: 8192
                              concurrency: 8
                              streams: 9
                              batch: 10
                              activity: 50
                              rate: {perSecond: 2.5, burst: 7}
                              timeouts: {default: 1.5s, max: 2m}
                              memory: 2GiB
                            tokens:
                              - id: ci
                                hash: sha256:%s
                                scopes: [pets:read]
                                resources: {"project:42": [read, write]}
                            cors: {origins: ["https://app.example"]}
                            console: false
                            audit: {inputs: true, file: calls.jsonl}
                            normalize: cast
                            aliases: {tasks.add: [todo, remind me]}
                            drain: 30
                            """
                                    .formatted(HASH));
            assertThat(config)
                    .isEqualTo(
                            made(
                                    HubConfig.class,
                                    Map.ofEntries(
                                            entry("name", "shop"),
                                            entry("title", "The shop"),
                                            entry("listen", new ListenConfig("::1", 0, null)),
                                            entry("engine", engine()),
                                            entry(
                                                    "gateways",
                                                    List.of(
                                                            new LinkGatewayConfig(),
                                                            new RestGatewayConfig())),
                                            entry("limits", limits()),
                                            entry("tokens", List.of(token())),
                                            entry(
                                                    "cors",
                                                    new CorsConfig(List.of("https://app.example"))),
                                            entry("console", false),
                                            entry(
                                                    "audit",
                                                    new AuditConfig(
                                                            true, folder.resolve("calls.jsonl"))),
                                            entry("normalize", NormalizeMode.CAST),
                                            entry(
                                                    "aliases",
                                                    Map.of(
                                                            "tasks.add",
                                                            List.of("todo", "remind me"))),
                                            entry("drain", Duration.ofSeconds(30)))));
            assertThat(config.isAuthenticated()).isTrue();
        }

        private static RedisEngineConfig engine() {
            return made(
                    RedisEngineConfig.class,
                    Map.of(
                            "url",
                            URI.create("redis://cache:6379/1"),
                            "prefix",
                            "shop",
                            "trustIdentities",
                            true,
                            "offer",
                            false,
                            "grace",
                            Duration.ofMinutes(1),
                            "expiry",
                            Duration.ofSeconds(2)));
        }

        private static LimitConfig limits() {
            return made(
                    LimitConfig.class,
                    Map.of(
                            "bodyBytes",
                            1024L * 1024,
                            "headerBytes",
                            8192L,
                            "concurrency",
                            8,
                            "streams",
                            9,
                            "batch",
                            10,
                            "activity",
                            50,
                            "rate",
                            new LimitConfig.Rate(2.5, 7),
                            "timeouts",
                            new LimitConfig.Timeouts(
                                    Duration.ofMillis(1500), Duration.ofMinutes(2)),
                            "memory",
                            2048L * 1024 * 1024));
        }

        private static HashedTokenConfig token() {
            return made(
                    HashedTokenConfig.class,
                    Map.of(
                            "id",
                            "ci",
                            "hash",
                            new TokenHash(HASH),
                            "scopes",
                            List.of("pets:read"),
                            "resources",
                            Map.of("project:42", List.of("read", "write"))));
        }

        @Test
        void isTheSameInJson() throws IOException {
            Path yaml = Files.writeString(folder.resolve("hub.yaml"), "drain: 3s\nname: a\n");
            Path json =
                    Files.writeString(
                            folder.resolve("hub.json"),
                            "{\n\t\"name\": \"\\u0061\",\n\t\"drain\":\t\"3s\"\n}\n");
            assertThat(HubConfig.read(json)).isEqualTo(HubConfig.read(yaml));
        }

        @Test
        void hasADefaultForTheBurstOfARate() {
            assertThat(parse("limits: {rate: {perSecond: 2.5}}").limits().rate())
                    .isEqualTo(new LimitConfig.Rate(2.5, 3));
        }

        @Test
        void mayServeNothingAtAll() {
            HubConfig worker = parse("gateways: []\nlisten: 0.0.0.0:0\n");
            assertThat(worker.gateways()).isEmpty();
        }
    }
}
