package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Glob;
import dev.alkdev.operations.config.Secret;
import dev.alkdev.operations.hub.FilterRuleConfig;
import dev.alkdev.operations.hub.FixedAuthConfig;
import dev.alkdev.operations.hub.HashedTokenConfig;
import dev.alkdev.operations.hub.Hub;
import dev.alkdev.operations.hub.HubConfig;
import dev.alkdev.operations.hub.JwtConfig;
import dev.alkdev.operations.hub.McpSourceConfig;
import dev.alkdev.operations.hub.OidcConfig;
import dev.alkdev.operations.hub.OpenApiSourceConfig;
import dev.alkdev.operations.hub.PeerSourceConfig;
import dev.alkdev.operations.hub.ProviderSourceConfig;
import dev.alkdev.operations.hub.RedisEngineConfig;
import dev.alkdev.operations.hub.SourceConfig;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.TestKeys;

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
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The YAML blocks of README and guides. Each is a file of {@code src/test/resources/yaml}, and each
 * file is the name of a test, here or in the test of its page: a hub is started from it, or, where
 * that needs a server elsewhere, its values are asserted.
 */
class YamlTest {
    private static final Path FILES = Repository.ROOT.resolve("docs/src/test/resources/yaml");

    private static final Map<String, String> ENVIRONMENT =
            Map.of(
                    "PETSTORE_TOKEN", "token-of-the-store",
                    "PETSTORE_SECRET", "secret-of-the-store",
                    "OIDC_SECRET", "secret-of-the-issuer",
                    "GITHUB_TOKEN", "token-of-the-forge");

    private static final String DOCUMENT =
            """
            {"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": {"/pets": {
               "get": {"operationId": "findPets", "responses": {"200": {"description": "pets"}}},
               "delete": {"operationId": "deletePets", "responses": {"204": {"description": ""}}}
            }}}
            """;

    @TempDir private Path folder;

    /** The text of a block. */
    static String text(String name) {
        return Repository.read(FILES.resolve(name + ".yaml"));
    }

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(folder.resolve("petstore.json"), DOCUMENT);
        Files.writeString(folder.resolve("petstore.yaml"), DOCUMENT);
        Files.writeString(folder.resolve("warehouse-token"), "op_token\n");
        Files.writeString(
                folder.resolve("mcp.json"),
                "{\"mcpServers\": {\"everything\": {\"command\": \"x\"}}}");
    }

    private HubConfig config(String name) {
        return HubConfig.parse(text(name), folder, ENVIRONMENT::get);
    }

    private <T extends SourceConfig> T source(String name, Class<T> type) {
        return type.cast(config(name).sources().getFirst());
    }

    /** Starts a hub from a block on a free port of loopback. */
    private void started(String name, Consumer<Hub> check) {
        HubConfig config = config(name);
        try (Hub hub = Hub.of(config.withListen(config.listen().withPort(0)))) {
            hub.start();
            assertThat(hub.awaitSources(Duration.ofSeconds(60))).isTrue();
            check.accept(hub);
        }
    }

    private static List<String> ids(Hub hub) {
        return hub.registry().list(OperationQuery.all()).operations().stream()
                .map(OperationSpec::id)
                .sorted()
                .toList();
    }

    @Test
    void everyBlockIsAFileAndEveryFileABlock() throws IOException {
        Map<String, String> blocks = new TreeMap<>();
        Block.pages()
                .filter(Block::isGuide)
                .flatMap(page -> Block.of(page).stream())
                .filter(block -> block.language().startsWith("y"))
                .forEach(block -> blocks.put(block.text(), block.place()));
        Set<String> files;
        try (Stream<Path> found = Files.list(FILES)) {
            files = found.map(Repository::read).collect(Collectors.toSet());
        }

        assertThat(blocks).hasSize(19);
        assertThat(blocks.entrySet())
                .allSatisfy(
                        block -> assertThat(files).as(block.getValue()).contains(block.getKey()));
        assertThat(blocks.keySet()).containsAll(files);
    }

    @Test
    void everyFileIsUsedByATest() throws IOException {
        String tests =
                Repository.files("Test.java").stream()
                        .filter(file -> file.toString().contains("/docs/src/test/"))
                        .map(Repository::read)
                        .collect(Collectors.joining());
        try (Stream<Path> found = Files.list(FILES)) {
            assertThat(found.map(file -> file.getFileName().toString().replace(".yaml", "")))
                    .allMatch(name -> tests.contains('"' + name + '"'));
        }
    }

    @Test
    void theFirstHubReadsADocument() {
        assertThat(config("cli-petstore").listen().port()).isEqualTo(7700);
        assertThat(source("cli-petstore", OpenApiSourceConfig.class).baseUrl())
                .hasToString("https://petstore.example/v1");
        started(
                "cli-petstore",
                hub ->
                        assertThat(ids(hub))
                                .containsExactly("petstore.deletePets", "petstore.findPets"));
    }

    @Test
    void anApiIsASourceWithoutWhatIsExcluded() {
        started("hub-petstore", hub -> assertThat(ids(hub)).containsExactly("petstore.findPets"));
        OpenApiSourceConfig petstore = source("hub-petstore", OpenApiSourceConfig.class);
        assertThat(petstore.baseUrl()).hasToString("https://petstore.example/v1");
        assertThat(((FixedAuthConfig) petstore.auth()).bearer())
                .isEqualTo(new Secret("token-of-the-store"));
        assertThat(petstore.reload()).hasMinutes(5);
        assertThat(petstore.rules().timeout()).hasSeconds(10);
        assertThat(petstore.rules().concurrency()).isEqualTo(16);
    }

    @Test
    void aProviderIsASource() {
        ProviderSourceConfig shop = source("hub-shop", ProviderSourceConfig.class);

        assertThat(shop.name()).isEqualTo("shop");
        assertThat(shop.provider()).isEqualTo("shop");
        assertThat(shop.options())
                .isEqualTo(Json.parse("{\"database\": \"jdbc:postgresql://db/shop\"}"));
    }

    @Test
    void aHubForOthersHasTlsAndTokens() throws Exception {
        TestKeys.make(folder, "hub", "EC");
        HubConfig config = config("hub-tokens");

        assertThat(config.listen().host()).isEqualTo("0.0.0.0");
        assertThat(config.listen().tls().key()).isEqualTo(folder.resolve("hub-key.pem"));
        assertThat(config.listen().tls().certificate()).isEqualTo(folder.resolve("hub.pem"));
        HashedTokenConfig ci = (HashedTokenConfig) config.tokens().getFirst();
        assertThat(ci.id()).isEqualTo("ci");
        assertThat(ci.scopes()).containsExactly("pets:read");
        try (Hub hub = Hub.of(config)) {
            hub.startSources();
            assertThat(hub.awaitSources(Duration.ofSeconds(60))).isTrue();
            assertThat(hub.registry().spec("petstore.findPets").accessControl())
                    .isEqualTo(AccessControl.requires("pets:read"));
        }
    }

    @Test
    void limitsAndAuditAreSet() {
        started("hub-limits", hub -> assertThat(folder.resolve("calls.jsonl")).exists());
        HubConfig config = config("hub-limits");
        assertThat(config.limits().concurrency()).isEqualTo(32);
        assertThat(config.limits().streams()).isEqualTo(10);
        assertThat(config.limits().rate().toString()).contains("50").contains("100");
        assertThat(config.limits().timeouts().toString()).contains("PT10S").contains("PT1M");
    }

    @Test
    void anotherHubIsASource() throws Exception {
        TestKeys.make(folder, "internal-ca", "EC");
        PeerSourceConfig warehouse = source("hub-peer", PeerSourceConfig.class);

        assertThat(warehouse.url()).isEqualTo(URI.create("wss://warehouse.example/link"));
        assertThat(warehouse.token()).isEqualTo(new Secret("op_token"));
        assertThat(warehouse.namespace()).isEqualTo("warehouse");
        assertThat(warehouse.rules().filters().include())
                .containsExactly(FilterRuleConfig.of(new Glob("stock.*")));
        assertThat(warehouse.trust().certificates()).isEqualTo(folder.resolve("internal-ca.pem"));
    }

    @Test
    void aTokenNamesItsTools() {
        HashedTokenConfig agent = (HashedTokenConfig) config("hub-token-tools").tokens().getFirst();
        assertThat(agent.tools())
                .extracting(Glob::pattern)
                .containsExactly("echo", "get-*", "petstore.*");
    }

    @Test
    void aTokenMayOffer() {
        started("hub-offer", hub -> assertThat(hub.config().isAuthenticated()).isTrue());
        HashedTokenConfig printer = (HashedTokenConfig) config("hub-offer").tokens().getFirst();
        assertThat(printer.id()).isEqualTo("printer");
        assertThat(printer.scopes()).containsExactly("hub:offer");
    }

    @Test
    void hubsShareARedis() {
        RedisEngineConfig engine = (RedisEngineConfig) config("hub-engine").engine();

        assertThat(engine.url()).isEqualTo(URI.create("redis://127.0.0.1:6379"));
        assertThat(engine.prefix()).isEqualTo("shop");
        assertThat(engine.trustIdentities()).isTrue();
        assertThat(source("hub-engine", OpenApiSourceConfig.class).name()).isEqualTo("petstore");
    }

    @Test
    void mcpServersAreSources() {
        HubConfig config = config("mcp-servers");
        McpSourceConfig files = (McpSourceConfig) config.sources().get(0);
        McpSourceConfig github = (McpSourceConfig) config.sources().get(1);

        assertThat(config.sources())
                .extracting(SourceConfig::name)
                .containsExactly("files", "github", "everything");
        assertThat(files.command()).isEqualTo("npx");
        assertThat(files.args())
                .containsExactly("-y", "@modelcontextprotocol/server-filesystem", "/data");
        assertThat(github.url()).isEqualTo(URI.create("https://api.example/mcp"));
        assertThat(((FixedAuthConfig) github.auth()).bearer())
                .isEqualTo(new Secret("token-of-the-forge"));
        assertThat(github.rules().scopes()).containsExactly("github");
        assertThat(github.toolScopes()).isEqualTo(Map.of("delete_*", List.of("github:admin")));
    }

    @Test
    void entriesOfMcpServersTakeEveryKeyOfASource() {
        McpSourceConfig files = source("mcp-servers-inline", McpSourceConfig.class);

        assertThat(files.name()).isEqualTo("files");
        assertThat(files.rules().scopes()).containsExactly("files");
        assertThat(files.rules().filters().exclude()).hasSize(1);
        assertThat(files.rules().descriptions()).containsOnlyKeys("read_text_file");
        assertThat(files.toolScopes()).isEqualTo(Map.of("delete_*", List.of("files:admin")));
    }

    @Test
    void tokensOfAnIssuerAreAccepted() {
        HubConfig config = config("oauth-jwt");

        assertThat(config.listen().host() + ":" + config.listen().port()).isEqualTo("0.0.0.0:7700");
        assertThat(config.publicUrl()).isEqualTo(URI.create("https://hub.example"));
        assertThat(config.auth().jwt())
                .extracting(JwtConfig::issuer)
                .containsExactly("https://idp.example");
    }

    @Test
    void callersOfSeveralIssuersDiffer() {
        List<JwtConfig> issuers = config("oauth-issuers").auth().jwt();

        assertThat(issuers)
                .extracting(JwtConfig::issuer)
                .containsExactly("https://idp.example", "https://partner.example");
        assertThat(issuers)
                .extracting(JwtConfig::audience)
                .containsOnly(List.of("https://hub.example"));
        assertThat(issuers.get(1).namePrefix()).isEqualTo("partner:");
    }

    @Test
    void peopleSignInToTheConsole() {
        OidcConfig acme = config("oauth-oidc").auth().oidc().getFirst();

        assertThat(config("oauth-oidc").publicUrl()).isEqualTo(URI.create("https://hub.example"));
        assertThat(List.of(acme.name(), acme.title(), acme.issuer(), acme.clientId()))
                .containsExactly("acme", "Acme", "https://idp.example", "hub");
        assertThat(acme.clientSecret()).isEqualTo(new Secret("secret-of-the-issuer"));
        assertThat(acme.scopes()).containsExactly("openid", "profile", "groups");
        assertThat(acme.grants().get("groups"))
                .isEqualTo(
                        Map.of(
                                "staff",
                                List.of("pets:read"),
                                "admins",
                                List.of("pets:read", "pets:write", "hub:inspect")));
        assertThat(acme.everybody()).containsExactly("pets:list");
        assertThat(acme.allowed()).isEqualTo(Map.of("email_verified", List.of("true")));
    }

    @Test
    void anApiIsCalledWithTokensOfAnAuthorizationServer() {
        OpenApiSourceConfig petstore = source("oauth-client", OpenApiSourceConfig.class);
        FixedAuthConfig.OAuth oauth = ((FixedAuthConfig) petstore.auth()).oauth();

        assertThat(petstore.document().url())
                .isEqualTo(URI.create("https://petstore.example/openapi.json"));
        assertThat(oauth.tokenUrl()).isEqualTo(URI.create("https://idp.example/token"));
        assertThat(oauth.clientId()).isEqualTo("hub");
        assertThat(oauth.clientSecret()).isEqualTo(new Secret("secret-of-the-store"));
        assertThat(oauth.scopes()).containsExactly("pets:read");
        assertThat(oauth.resource()).isEqualTo("https://petstore.example");
    }

    @Test
    void aFolderIsScanned() throws IOException {
        Files.createDirectory(folder.resolve("ops"));
        Files.writeString(
                folder.resolve("ops/Hello.java"),
                """
                import dev.alkdev.operations.code.*;
                @Operations("hello") class Hello {
                    @Query String greet(String name) { return "Hello, " + name + "!"; }
                }
                """);

        started(
                "scanner-folder",
                hub -> {
                    assertThat(ids(hub)).containsExactly("hello.greet");
                    assertThat(hub.registry().spec("hello.greet").accessControl())
                            .isEqualTo(AccessControl.requires("shop"));
                });
    }

    @Test
    void searchKnowsOtherWords() {
        started(
                "search-aliases",
                hub ->
                        assertThat(hub.config().aliases())
                                .isEqualTo(
                                        Map.of(
                                                "tasks.add",
                                                List.of("todo", "remind me"),
                                                "github.pulls_create",
                                                List.of("merge request"))));
    }
}
