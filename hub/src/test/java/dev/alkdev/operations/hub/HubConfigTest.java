package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.Identity;
import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.base.Glob;
import dev.alkdev.operations.config.Secret;
import dev.alkdev.operations.config.TokenHash;
import dev.alkdev.operations.openapi.DocumentSource;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.Credential;
import dev.alkdev.operations.web.Credential.KeyPlace;
import dev.alkdev.operations.web.RetryOptions;

import org.junit.jupiter.api.BeforeEach;
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
import java.util.Objects;

class HubConfigTest {
    private static final String HASH =
            "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae";

    @TempDir Path folder;

    @BeforeEach
    void writeDocument() throws IOException {
        Files.writeString(folder.resolve("petstore.json"), "{}");
    }

    private HubConfig parse(String text) {
        return ConfigText.in(folder).parse(text);
    }

    @Nested
    class Defaults {
        @Test
        void areLoopbackInProcessWithoutSources() {
            HubConfig config = HubConfig.defaults();
            assertThat(config)
                    .isEqualTo(
                            new HubConfig(
                                    "hub",
                                    "Operations",
                                    new ListenConfig("127.0.0.1", 7700, null),
                                    new EngineConfig.InProcess(),
                                    List.of(
                                            new RestGatewayConfig(),
                                            new LinkGatewayConfig(),
                                            new MetricsGatewayConfig(),
                                            McpGatewayConfig.standard()),
                                    List.of(),
                                    null,
                                    null,
                                    LimitConfig.defaults(),
                                    List.of(),
                                    HubAuthConfig.none(),
                                    null,
                                    CorsConfig.none(),
                                    true,
                                    AuditConfig.defaults(),
                                    NormalizeMode.NORMALIZE,
                                    Map.of(),
                                    Duration.ofSeconds(10),
                                    null));
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
                            new HubConfig(
                                    "shop",
                                    "The shop",
                                    new ListenConfig("::1", 0, null),
                                    new RedisEngineConfig(
                                            URI.create("redis://cache:6379/1"),
                                            "shop",
                                            true,
                                            false,
                                            Duration.ofMinutes(1),
                                            Duration.ofSeconds(2)),
                                    List.of(new LinkGatewayConfig(), new RestGatewayConfig()),
                                    List.of(),
                                    null,
                                    null,
                                    new LimitConfig(
                                            1024 * 1024,
                                            8192,
                                            8,
                                            9,
                                            256,
                                            Duration.ofSeconds(60),
                                            2048L * 1024 * 1024,
                                            10,
                                            50,
                                            new LimitConfig.Rate(2.5, 7),
                                            new LimitConfig.Timeouts(
                                                    Duration.ofMillis(1500),
                                                    Duration.ofMinutes(2))),
                                    List.of(
                                            HashedTokenConfig.of(
                                                    new TokenHash(HASH),
                                                    Identity.of("ci", "pets:read")
                                                            .withResource(
                                                                    "project:42",
                                                                    "read",
                                                                    "write"))),
                                    HubAuthConfig.none(),
                                    null,
                                    new CorsConfig(List.of("https://app.example")),
                                    false,
                                    new AuditConfig(true, folder.resolve("calls.jsonl")),
                                    NormalizeMode.CAST,
                                    Map.of("tasks.add", List.of("todo", "remind me")),
                                    Duration.ofSeconds(30),
                                    null));
            assertThat(config.isAuthenticated()).isTrue();
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

    @Nested
    class Sources {
        @Test
        void ofOpenApi() {
            HubConfig config =
                    parse(
                            """
                            sources:
                              - name: pets-api
                                type: openapi
                                namespace: pets
                                document: petstore.json
                                baseUrl: https://petstore.example/v1
                                headers: {X-Tenant: shop}
                                auth: {apiKey: {name: X-Key, value: k}}
                                reload: 5m
                                maxOperations: 50
                                relaxedInput: true
                                retry: {attempts: 3, firstDelay: 100ms, maxDelay: 1s}
                                filters:
                                  include: ["find*", {tag: public, method: GET, path: /pets/**}]
                                  exclude: [{id: findSecrets}]
                                renames: {findPetsByStatus: findPets}
                                scopes: [pets:read]
                                timeout: 250ms
                                concurrency: 4
                                normalize: none
                            """);
            assertThat(config.sources())
                    .containsExactly(
                            new OpenApiSourceConfig(
                                    "pets-api",
                                    new SourceRules(
                                            "pets",
                                            new FilterConfig(
                                                    List.of(
                                                            FilterRule.byId("find*"),
                                                            new FilterRule(
                                                                    null,
                                                                    "public",
                                                                    "GET",
                                                                    new Glob("/pets/**"))),
                                                    List.of(FilterRule.byId("findSecrets"))),
                                            Map.of("findPetsByStatus", "findPets"),
                                            List.of("pets:read"),
                                            Duration.ofMillis(250),
                                            4,
                                            NormalizeMode.NONE),
                                    DocumentConfig.file(folder.resolve("petstore.json")),
                                    URI.create("https://petstore.example/v1"),
                                    Map.of("X-Tenant", new Secret("shop")),
                                    new FixedAuthConfig(
                                            null,
                                            null,
                                            null,
                                            List.of(
                                                    new FixedAuthConfig.ApiKey(
                                                            KeyPlace.HEADER,
                                                            "X-Key",
                                                            new Secret("k")))),
                                    Duration.ofMinutes(5),
                                    50,
                                    true,
                                    new RetryConfig(
                                            3, Duration.ofMillis(100), Duration.ofSeconds(1)),
                                    OpenApiCallConfig.standard()));
        }

        @Test
        void ofOpenApiWithNothingButADocument() {
            SourceConfig source =
                    parse("sources: [{name: pets, type: openapi, document: petstore.json}]")
                            .sources()
                            .getFirst();
            assertThat(source)
                    .isEqualTo(
                            OpenApiSourceConfig.of(
                                    "pets", DocumentConfig.file(folder.resolve("petstore.json"))));
            assertThat(source.namespace()).isEqualTo("pets");
            assertThat(source.kind()).isEqualTo("openapi");
            assertThat(source.rules().filters()).isEqualTo(FilterConfig.everything());
            assertThat(source.rules().renames()).isEmpty();
            assertThat(source.rules().scopes()).isEmpty();
            assertThat(source.rules().timeout()).isNull();
            assertThat(source.rules().concurrency()).isNull();
            assertThat(source.rules().renamed("find")).isEqualTo("find");
        }

        @Test
        void ofOpenApiOnTheWeb() {
            List<SourceConfig> sources =
                    parse(
                                    """
                                    sources:
                                      - {name: a, type: openapi, document: "https://a.example/api.json", retry: 4, auth: {bearer: t}}
                                      - name: b
                                        type: openapi
                                        document: {url: "http://b.example/api", headers: {Authorization: Bearer x}}
                                        auth: {basic: {user: me, password: p}}
                                    """)
                            .sources();
            OpenApiSourceConfig a = (OpenApiSourceConfig) sources.get(0);
            OpenApiSourceConfig b = (OpenApiSourceConfig) sources.get(1);
            assertThat(a.document().source())
                    .isEqualTo(DocumentSource.url("https://a.example/api.json"));
            assertThat(a.retry().policy()).isEqualTo(RetryOptions.of(4));
            assertThat(((FixedAuthConfig) Objects.requireNonNull(a.auth())).credential())
                    .isEqualTo(Credential.bearer("t"));
            assertThat(b.document().source())
                    .isEqualTo(
                            DocumentSource.url("http://b.example/api")
                                    .withHeader("Authorization", "Bearer x"));
            assertThat(((FixedAuthConfig) Objects.requireNonNull(b.auth())).credential())
                    .isEqualTo(Credential.basic("me", "p"));
        }

        @Test
        void ofPeers() {
            HubConfig config =
                    parse(
                            """
                            sources:
                              - {name: near, type: peer, url: "ws://127.0.0.1:7701/link"}
                              - name: far
                                type: peer
                                url: wss://far.example/link
                                token: secret
                                trust: {identities: true, calls: true}
                            """);
            assertThat(config.sources())
                    .containsExactly(
                            PeerSourceConfig.of("near", URI.create("ws://127.0.0.1:7701/link")),
                            new PeerSourceConfig(
                                    "far",
                                    SourceRules.none(),
                                    URI.create("wss://far.example/link"),
                                    new Secret("secret"),
                                    new PeerTrust(true, true, null)));
            assertThat(config.sources().getFirst().kind()).isEqualTo("peer");
        }

        @Test
        void ofPeersMayShareANamespace() {
            HubConfig config =
                    parse(
                            """
                            sources:
                              - {name: a, type: peer, url: "ws://a/link", namespace: shop}
                              - {name: b, type: peer, url: "ws://b/link", namespace: shop}
                            """);
            assertThat(config.sources()).extracting(SourceConfig::namespace).containsOnly("shop");
        }

        @Test
        void ofProviders() {
            SourceConfig source =
                    parse(
                                    "sources: [{name: t, type: provider, provider: tasks, options:"
                                            + " {a: [1]}}]")
                            .sources()
                            .getFirst();
            assertThat(source)
                    .isEqualTo(
                            new ProviderSourceConfig(
                                    "t", SourceRules.none(), "tasks", Json.parse("{\"a\":[1]}")));
            assertThat(source.kind()).isEqualTo("provider");
        }

        @Test
        void ofProvidersCannotBeChangedThroughTheirOptions() {
            ProviderSourceConfig source =
                    (ProviderSourceConfig)
                            parse("sources: [{name: t, type: provider, provider: tasks}]")
                                    .sources()
                                    .getFirst();
            source.options().asObject().put("a", 1);
            assertThat(source.options()).isEqualTo(Json.parse("{}"));
        }

        @Test
        void areEqualIfTheyBringTheSame() {
            String text =
                    """
                    sources:
                      - {name: a, type: openapi, document: petstore.json, headers: {X: y}, auth: {bearer: t}}
                      - {name: b, type: peer, url: "ws://b/link", token: t}
                      - {name: c, type: provider, provider: tasks, options: {folder: data}}
                    """;
            HubConfig changed = parse(text.replace("data", "other"));
            assertThat(parse(text)).isEqualTo(parse(text)).hasSameHashCodeAs(parse(text));
            assertThat(changed).isNotEqualTo(parse(text));
            assertThat(changed.sources().subList(0, 2))
                    .isEqualTo(parse(text).sources().subList(0, 2));
            assertThat(changed.sources().get(2)).isNotEqualTo(parse(text).sources().get(2));
        }
    }
}
