package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.config.ConfigException;
import dev.alkdev.operations.config.Secret;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.node.JsonNodeFactory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

class HubMcpSourceTest {
    private static final String TOOL = "locking.tools_answer";

    @TempDir private Path folder;

    private HubConfig config(String answer, String more) {
        return HubFixtures.config(
                "sources:\n" + LockingServer.source(folder.resolve("lock"), answer, more));
    }

    private static String call(Hub hub) {
        return hub.registry()
                .execute(TOOL, JsonNodeFactory.instance.objectNode())
                .data()
                .toString();
    }

    private static OperationSource.Status status(Hub hub) {
        return hub.sources().getFirst().status();
    }

    @Test
    void theToolsOfAServerAreOperationsWithTheRulesOfTheHub() {
        String rules = "    scopes: [tools]\n    toolScopes: {\"*answer\": [answers]}\n";
        try (Hub hub = HubFixtures.started(config("one", rules))) {
            assertThat(status(hub).state()).isEqualTo(State.READY);
            assertThat(call(hub)).contains("one");
            assertThat(hub.registry().spec(TOOL).accessControl().requiredScopes())
                    .containsExactly("tools", "answers");
        }
    }

    @Test
    void aReloadStopsTheOldProcessBeforeTheNewOneStarts() {
        try (Hub hub = HubFixtures.started(config("one", ""))) {
            assertThat(call(hub)).contains("one");

            hub.reload(config("two", ""));

            await().atMost(Duration.ofSeconds(30)).until(() -> status(hub).state() == State.READY);
            assertThat(call(hub)).contains("two");
        }
    }

    @Test
    void aServerThatDiesStaysListedAndComesBack() {
        try (Hub hub = HubFixtures.started(config("one", ""))) {
            CallException died =
                    catchThrowableOfType(
                            CallException.class,
                            () ->
                                    hub.registry()
                                            .execute(
                                                    "locking.tools_die",
                                                    JsonNodeFactory.instance.objectNode()));

            assertThat(died.code()).isEqualTo(ErrorCode.UNAVAILABLE);
            assertThat(hub.registry().isCallable(TOOL)).isTrue();
            await().atMost(Duration.ofSeconds(30)).until(() -> status(hub).state() == State.READY);
            assertThat(call(hub)).contains("one");
        }
    }

    @Test
    void serversAsOtherClientsWriteThemAreSources() throws Exception {
        Files.writeString(
                folder.resolve("mcp.json"),
                """
                {"mcpServers": {"my files": {"command": "run", "args": ["${DATA}"], "cwd": "x"}}}
                """);
        String yaml =
                """
                mcpServers: mcp.json
                servers: {web: {url: "https://a.example/mcp", headers: {Authorization: "${env:KEY}"}}}
                """;
        Map<String, String> environment = Map.of("DATA", "/data", "KEY", "secret");

        HubConfig config = HubConfig.parse(yaml, folder, environment::get);

        List<McpSourceConfig> sources =
                config.sources().stream().map(McpSourceConfig.class::cast).toList();
        assertThat(sources).hasSize(2);
        assertThat(sources.get(0).name()).matches("my_files_[0-9a-f]{6}");
        assertThat(sources.get(0).args()).containsExactly("/data");
        assertThat(sources.get(0).cwd()).isEqualTo(folder.resolve("x"));
        assertThat(sources.get(1).headers().get("Authorization")).isEqualTo(new Secret("secret"));
        assertThat(config.toString()).doesNotContain("secret");
    }

    @Test
    void whatIsWrongIsSaid() {
        assertThatThrownBy(
                        () -> HubFixtures.config("sources: [{name: a, type: mcp, url: 'ftp://x'}]"))
                .isInstanceOf(ConfigException.class);
        assertThatThrownBy(() -> HubFixtures.config("sources: [{name: a, type: mcp}]"))
                .hasMessageContaining("either a 'command' or a 'url'");
        assertThatThrownBy(
                        () ->
                                HubFixtures.config(
                                        "mcpServers: {a: {url: 'https://a.example/${input:x}'}}"))
                .hasMessageContaining("${env:NAME}");
        assertThatThrownBy(
                        () ->
                                HubFixtures.config(
                                        "sources: [{name: a, type: mcp, command: x}]\n"
                                                + "mcpServers: {a: {command: y}}"))
                .hasMessageContaining("as another source is");
    }
}
