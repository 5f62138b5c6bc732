package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.base.Glob;
import dev.alkdev.operations.config.Secret;
import dev.alkdev.operations.openapi.DocumentSource;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.Credential;
import dev.alkdev.operations.web.Credential.KeyPlace;
import dev.alkdev.operations.web.RetryOptions;

import org.junit.jupiter.api.BeforeEach;
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

class SourceConfigTest {
    @TempDir Path folder;

    @BeforeEach
    void writeDocument() throws IOException {
        Files.writeString(folder.resolve("petstore.json"), "{}");
    }

    private HubConfig parse(String text) {
        return ConfigText.in(folder).parse(text);
    }

    private DocumentConfig petstore() {
        return new DocumentConfig(null, folder.resolve("petstore.json"), Map.of());
    }

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
                            descriptions: {findPets: Finds pets.}
                            scopes: [pets:read]
                            timeout: 250ms
                            concurrency: 4
                            normalize: none
                        """);
        assertThat(config.sources())
                .containsExactly(
                        new OpenApiSourceConfig(
                                "pets-api",
                                new SourceRulesConfig(
                                        "pets",
                                        new FilterConfig(
                                                List.of(
                                                        FilterRuleConfig.of(new Glob("find*")),
                                                        new FilterRuleConfig(
                                                                null,
                                                                "public",
                                                                "GET",
                                                                new Glob("/pets/**"))),
                                                List.of(
                                                        FilterRuleConfig.of(
                                                                new Glob("findSecrets")))),
                                        Map.of("findPetsByStatus", "findPets"),
                                        Map.of("findPets", "Finds pets."),
                                        List.of("pets:read"),
                                        Duration.ofMillis(250),
                                        4,
                                        NormalizeMode.NONE),
                                petstore(),
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
                                new RetryConfig(3, Duration.ofMillis(100), Duration.ofSeconds(1)),
                                StandardKinds.RECORDS.defaults(OpenApiCallConfig.class)));
    }

    @Test
    void ofOpenApiWithNothingButADocument() {
        SourceConfig source =
                parse("sources: [{name: pets, type: openapi, document: petstore.json}]")
                        .sources()
                        .getFirst();
        assertThat(source)
                .isEqualTo(
                        StandardKinds.RECORDS.make(
                                OpenApiSourceConfig.class,
                                Map.of("name", "pets", "document", petstore())));
        assertThat(((OpenApiSourceConfig) source).retry()).as("as programs do").isNull();
        assertThat(source.namespace()).isEqualTo("pets");
        assertThat(source.kind()).isEqualTo("openapi");
        assertThat(source.rules().filters()).isEqualTo(new FilterConfig(List.of(), List.of()));
        assertThat(source.rules().renames()).isEmpty();
        assertThat(source.rules().scopes()).isEmpty();
        assertThat(source.rules().timeout()).isNull();
        assertThat(source.rules().concurrency()).isNull();
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
                        new PeerSourceConfig(
                                "near",
                                SourceRulesConfig.none(),
                                URI.create("ws://127.0.0.1:7701/link"),
                                null,
                                new PeerSourceConfig.Trust(false, false, null),
                                null),
                        new PeerSourceConfig(
                                "far",
                                SourceRulesConfig.none(),
                                URI.create("wss://far.example/link"),
                                new Secret("secret"),
                                new PeerSourceConfig.Trust(true, true, null),
                                null));
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
                                "t",
                                SourceRulesConfig.none(),
                                "tasks",
                                Json.parse("{\"a\":[1]}"),
                                false));
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
        assertThat(changed.sources().subList(0, 2)).isEqualTo(parse(text).sources().subList(0, 2));
        assertThat(changed.sources().get(2)).isNotEqualTo(parse(text).sources().get(2));
    }
}
