package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import java.util.List;

/** Who sees and calls what. */
@ExtendWith(LeakCheck.class)
class GatewayAccessTest {
    private final OperationRegistry registry = OperationRegistry.create();
    private final McpTestServer server =
            McpTestServer.serving(McpGateway.over(registry).authenticator(new NamedCallers()));

    @AfterEach
    void stop() {
        server.close();
    }

    @BeforeEach
    void restrict() {
        registry.register(
                OperationSpec.query("tasks.wipe")
                        .describedAs("Wipes")
                        .requires("tasks:admin", "tasks:write")
                        .build(),
                (input, context) -> "done");
        registry.register(
                OperationSpec.query("tasks.get").describedAs("Gets").build(),
                (input, context) -> "task");
    }

    private List<String> names(String... headers) {
        McpTestServer.Reply reply = server.modern("tools/list", "{}", headers);
        assertThat(reply.result().get("cacheScope").asString()).isEqualTo("private");
        return reply.result().get("tools").findValuesAsString("name");
    }

    @Test
    void toolsAreListedForThoseWhoMayUseThem() {
        assertThat(names()).containsExactly("tasks_get");
        assertThat(names("Authorization", "Bearer ann tasks:admin tasks:write"))
                .containsExactly("tasks_get", "tasks_wipe");
    }

    @Test
    void aCallWithoutTheScopesIsToldAllOfThem() {
        McpTestServer.Reply reply =
                server.modern(
                        "tools/call",
                        "{\"name\": \"tasks_wipe\"}",
                        "Authorization",
                        "Bearer bob tasks:write");
        assertThat(reply.status()).isEqualTo(403);
        assertThat(reply.error().get("data").toString()).isEqualTo("{\"code\":\"ACCESS_DENIED\"}");
        assertThat(reply.response().headers().firstValue("WWW-Authenticate").orElseThrow())
                .contains("error=\"insufficient_scope\"")
                .contains("scope=\"tasks:admin tasks:write\"");
    }

    @Test
    void anAnonymousCallerIsAskedToAuthenticate() {
        McpTestServer.Reply reply = server.modern("tools/call", "{\"name\": \"tasks_wipe\"}");
        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.response().headers().firstValue("WWW-Authenticate")).isPresent();
    }

    @Test
    @Timeout(60)
    void whoListensIsToldNothingAfterTheirTokenExpires() {
        McpTestServer.Reply reply =
                server.modern(
                        "subscriptions/listen",
                        "{\"notifications\": {\"toolsListChanged\": true}}",
                        "Authorization",
                        "Bearer late");
        assertThat(reply.before()).hasSize(1);
        assertThat(reply.result().get("resultType").asString()).isEqualTo("complete");
    }

    @Test
    void aWrongTokenIsRefused() {
        McpTestServer.Reply reply =
                server.modern("tools/list", "{}", "Authorization", "Bearer wrong");
        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.error().get("message").asString()).isEqualTo("the token is not known");
    }
}
