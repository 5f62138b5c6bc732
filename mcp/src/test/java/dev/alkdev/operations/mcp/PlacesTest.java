package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Optional;

/** The addresses of a gateway: namespaces, chosen tools, and what the server there calls itself. */
@ExtendWith(LeakCheck.class)
class PlacesTest {
    private static final String INFO =
            "{\"name\":\"notes-server\",\"title\":\"Notes\",\"version\":\"3.1\","
                    + "\"icons\":[{\"src\":\"https://a.example/i.png\"}]}";

    private final OperationRegistry registry = OperationRegistry.create();
    private final McpDirectory directory = new McpDirectory();
    private final McpTestServer server =
            McpTestServer.serving(
                    McpGateway.over(registry)
                            .authenticator(new NamedCallers())
                            .info("hub", "1")
                            .instructions("Be brief.")
                            .directory(directory));

    /** A catalog of a server that introduces itself. */
    private record Introduced(String instructionText) implements McpCatalog {
        @Override
        public JsonNode serverInfo() {
            return Json.parse(INFO);
        }

        @Override
        public Optional<String> instructions() {
            return Optional.of(instructionText);
        }

        @Override
        public List<JsonNode> prompts() {
            return List.of(Json.parse("{\"name\": \"greet\"}"));
        }
    }

    @BeforeEach
    void start() {
        for (String id :
                List.of("a.echo", "a.get-one", "a.get-two", "b.echo", "b.wipe", "notes.find")) {
            registry.register(OperationSpec.query(id).build(), (input, context) -> id);
        }
        directory.add("notes", AccessControl.requires("notes"), new Introduced("Search first."));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private List<String> names(String path) {
        return server.modernAt(path, "tools/list", "{}")
                .result()
                .get("tools")
                .findValuesAsString("name");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/mcp/a                        | echo get-one get-two",
                "/mcp/b,a                      | a_echo a_get-one a_get-two b_echo b_wipe",
                "/mcp?tools=echo,a.get-*       | a_echo a_get-one a_get-two b_echo",
                "/mcp?tools=b_*                | b_echo b_wipe",
                "/mcp?x=1&tools=b_echo&tools=a_echo | a_echo b_echo",
                "/mcp?tools=a%5Fecho           | a_echo",
                "/mcp/a?tools=get-*            | get-one get-two",
                "/mcp/a,b?tools=wipe           | b_wipe",
            })
    void anAddressChoosesTools(String path, String expected) {
        assertThat(String.join(" ", names(path))).isEqualTo(expected);
    }

    @Test
    void onlyChosenToolsCanBeCalled() {
        String path = "/mcp?tools=echo";
        String echo = "{\"name\": \"b_echo\"}";
        assertThat(server.modernAt(path, "tools/call", echo).result().toString())
                .contains("b.echo");
        String wipe = "{\"name\": \"b_wipe\"}";
        assertThat(server.modernAt(path, "tools/call", wipe).code())
                .isEqualTo(McpErrorCode.INVALID_PARAMS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/mcp/a,none",
                "/mcp/a,",
                "/mcp/,",
                "/mcp/none",
                "/mcp?tools=",
                "/mcp/search?tools=echo",
                "/mcp/search,a"
            })
    void wrongAddressesAreNotFound(String path) {
        assertThat(server.modernAt(path, "tools/list", "{}").status()).isEqualTo(404);
    }

    @Test
    void manyMadeUpAddressesAreForgotten() {
        for (int i = 0; i < 100; i++) {
            assertThat(names("/mcp?tools=echo,none" + i)).containsExactly("a_echo", "b_echo");
        }
    }

    @Test
    void aNamespaceIsIntroducedByItsServer() {
        String[] ann = {"Authorization", "Bearer ann notes"};
        JsonNode found = server.modernAt("/mcp/notes", "server/discover", "{}", ann).result();
        assertThat(found.path("_meta").path(MetaKeys.SERVER_INFO)).isEqualTo(Json.parse(INFO));
        assertThat(found.get("instructions").asString()).isEqualTo("Search first.");
        assertThat(found.get("cacheScope").asString()).isEqualTo("private");

        JsonNode opened = initialize("/mcp/notes", ann);
        assertThat(opened.get("serverInfo")).isEqualTo(Json.parse(INFO));
        assertThat(opened.get("instructions").asString()).isEqualTo("Search first.");
    }

    private JsonNode initialize(String path, String... headers) {
        ObjectNode body = server.body("initialize", "{\"protocolVersion\": \"2025-11-25\"}");
        return server.post(path, body, headers).result();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/mcp", "/mcp/a", "/mcp/a,notes", "/mcp/search", "/mcp/notes"})
    void elsewhereAndWithoutItsScopesTheGatewayIntroducesItself(String path) {
        JsonNode opened = initialize(path);
        assertThat(opened.get("serverInfo").toString())
                .isEqualTo("{\"name\":\"hub\",\"version\":\"1\"}");
        assertThat(opened.get("instructions").asString()).isEqualTo("Be brief.");
    }

    @Test
    void promptsOfSeveralNamespacesHaveLongNames() {
        String[] ann = {"Authorization", "Bearer ann notes"};
        assertThat(prompts("/mcp/notes", ann)).containsExactly("greet");
        assertThat(prompts("/mcp/a,notes", ann)).containsExactly("notes_greet");
        assertThat(prompts("/mcp/a,b", ann)).isEmpty();
    }

    private List<String> prompts(String path, String... headers) {
        return server.modernAt(path, "prompts/list", "{}", headers)
                .result()
                .get("prompts")
                .findValuesAsString("name");
    }
}
