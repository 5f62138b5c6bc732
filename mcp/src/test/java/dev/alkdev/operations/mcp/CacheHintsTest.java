package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.Call;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.util.List;

/** How long clients may keep what a gateway returns, and who may share it. */
@ExtendWith(LeakCheck.class)
class CacheHintsTest {
    private static final String READ = "{\"uri\": \"note://1\"}";

    private final McpDirectory directory = new McpDirectory();
    private final McpTestServer server =
            McpTestServer.serving(
                    McpGateway.over(OperationRegistry.create())
                            .authenticator(new NamedCallers())
                            .directory(directory));

    /** A catalog with one resource, whose result has some members besides its contents. */
    private record Note(String members) implements McpCatalog {
        @Override
        public List<JsonNode> resources() {
            return List.of(Json.parse("{\"uri\": \"note://1\", \"name\": \"one\"}"));
        }

        @Override
        public JsonNode readResource(String uri, Call call) {
            return Json.parse("{\"contents\": []" + members + "}");
        }
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String hints(JsonNode result) {
        return result.get("ttlMs") + " " + result.get("cacheScope").asString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "''                                          | 0 private",
                "', \"ttlMs\": 5000'                         | 5000 private",
                "', \"ttlMs\": 5000, \"cacheScope\": \"private\"' | 5000 private",
                "', \"ttlMs\": 5000, \"cacheScope\": \"public\"'  | 5000 public",
                "', \"cacheScope\": \"public\"'              | 0 public",
                "', \"ttlMs\": -1, \"cacheScope\": \"shared\"'    | 0 private",
                "', \"ttlMs\": 1.5, \"cacheScope\": 1'       | 0 private",
                "', \"ttlMs\": \"60000\", \"cacheScope\": null' | 0 private",
                "', \"ttlMs\": 99999999999999999999'         | 0 private",
            })
    void resourcesKeepTheHintsOfTheirOrigin(String members, String expected) {
        directory.add("notes", AccessControl.none(), new Note(members));

        JsonNode result = server.modern("resources/read", READ).result();

        assertThat(hints(result)).isEqualTo(expected);
        assertThat(result.get("resultType").asString()).isEqualTo("complete");
    }

    @Test
    void aPublicResourceIsPrivateWhereScopesAreRequired() {
        AccessControl scoped = AccessControl.requires("notes");
        directory.add("notes", scoped, new Note(", \"ttlMs\": 9, \"cacheScope\": \"public\""));

        JsonNode result =
                server.modern("resources/read", READ, "Authorization", "Bearer ann notes").result();

        assertThat(hints(result)).isEqualTo("9 private");
    }

    @Test
    void listsAreFreshForTheTimeOfTheGateway() {
        directory.add("notes", AccessControl.none(), new Note(""));

        assertThat(hints(server.modern("resources/list", "{}").result())).isEqualTo("60000 public");
    }

    @Test
    void olderClientsReceiveNoHints() {
        directory.add("notes", AccessControl.none(), new Note(", \"ttlMs\": 9"));
        McpTestSession session = server.session(McpVersion.V2025_11_25, "{}");

        assertThat(session.send("resources/read", READ).result().toString())
                .isEqualTo("{\"contents\":[]}");
    }
}
