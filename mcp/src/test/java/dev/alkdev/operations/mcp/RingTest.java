package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.Call;
import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Hubs that are MCP servers of each other. */
class RingTest {
    private final List<Hub> hubs = new ArrayList<>();

    /** A registry with a gateway, a directory and sources. */
    private static final class Hub implements AutoCloseable {
        private final OperationRegistry registry = OperationRegistry.create();
        private final McpDirectory directory = new McpDirectory();
        private final McpTestServer server =
                McpTestServer.serving(McpGateway.over(registry).directory(directory));
        private final List<McpSource> sources = new ArrayList<>();

        private Hub(String name) {
            registry.register(
                    OperationSpec.query(name + ".own").describedAs("Of " + name).build(),
                    (input, context) -> name);
            directory.add(name, AccessControl.none(), new OnePrompt(name));
        }

        private McpSource imports(String name, Hub other, McpEra era) {
            McpServerOptions config =
                    McpServerOptions.url(other.server.uri("/mcp")).era(era).build();
            McpSource source = McpSource.of(name, config, directory);
            source.start(registry);
            sources.add(source);
            return source;
        }

        private List<String> ids() {
            OperationQuery all = OperationQuery.all().withLimit(Integer.MAX_VALUE);
            return registry.list(all).operations().stream().map(OperationSpec::id).toList();
        }

        @Override
        public void close() {
            sources.forEach(McpSource::close);
            server.close();
        }
    }

    /** A catalog with a prompt and a resource. */
    private record OnePrompt(String name) implements McpCatalog {
        @Override
        public List<JsonNode> prompts() {
            return List.of(Json.parse("{\"name\": \"hello\"}"));
        }

        @Override
        public List<JsonNode> resources() {
            return List.of(Json.parse("{\"name\": \"r\", \"uri\": \"test://%s\"}".formatted(name)));
        }
    }

    @AfterEach
    void stop() {
        hubs.forEach(Hub::close);
    }

    private Hub hub(String name) {
        Hub hub = new Hub(name);
        hubs.add(hub);
        return hub;
    }

    private static void settle(Hub hub, String... ids) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(hub.ids()).containsExactlyInAnyOrder(ids));
        // Another round would show here, and would be followed by more.
        hub.sources.forEach(McpSource::refresh);
        assertThat(hub.ids()).containsExactlyInAnyOrder(ids);
    }

    @ParameterizedTest
    @CsvSource({"LEGACY", "MODERN"})
    void ofTwoDoNotImportTheirOwn(McpEra era) {
        Hub a = hub("a");
        Hub b = hub("b");
        a.imports("fromB", b, era);
        b.imports("fromA", a, era);

        for (int round = 0; round < 3; round++) {
            settle(a, "a.own", "fromB.b_own");
            settle(b, "b.own", "fromA.a_own");
        }
        assertThat(a.registry.execute("fromB.b_own", OddServers.nothing()).data().toString())
                .contains("b");
        try (McpClient client =
                McpClient.connect(McpServerOptions.url(a.server.uri("/mcp")).era(era).build())) {
            assertThat(client.listPrompts().stream().map(it -> it.path("name").asString()))
                    .containsExactly("a_hello", "fromB_b_hello");
            assertThat(client.listResources().stream().map(it -> it.path("uri").asString()))
                    .containsExactly("test://a", "test://b");
            // Clients that are no hubs see no marks.
            assertThat(
                            client.listPrompts().toString()
                                    + client.listTools()
                                    + client.listResources())
                    .doesNotContain("_meta");
        }
    }

    @ParameterizedTest
    @CsvSource({"LEGACY", "MODERN"})
    void ofThreeNeither(McpEra era) {
        Hub a = hub("a");
        Hub b = hub("b");
        Hub c = hub("c");
        a.imports("x", b, era);
        b.imports("y", c, era);
        c.imports("z", a, era);

        for (int round = 0; round < 3; round++) {
            settle(a, "a.own", "x.b_own", "x.y_c_own");
            settle(b, "b.own", "y.c_own", "y.z_a_own");
            settle(c, "c.own", "z.a_own", "z.x_b_own");
        }
        Call far = Call.of("x.y_c_own", OddServers.nothing());
        assertThat(a.registry.execute(far).data().toString()).contains("c");
    }

    @ParameterizedTest
    @CsvSource({"LEGACY", "MODERN"})
    void aHubThatIsItsOwnServerHasNothingTwice(McpEra era) {
        Hub a = hub("a");

        McpSource self = a.imports("self", a, era);

        assertThat(self.status().state()).isEqualTo(State.READY);
        settle(a, "a.own");
    }
}
