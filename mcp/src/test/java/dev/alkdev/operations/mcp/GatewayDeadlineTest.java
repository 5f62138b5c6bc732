package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationHandler;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.time.Duration;

/** How long the calls of MCP clients may take. */
@ExtendWith(LeakCheck.class)
class GatewayDeadlineTest {
    private static final String CALL = "{\"name\": \"tasks_";

    private final HandDrivenClock clock = new HandDrivenClock();
    private final OperationRegistry registry = OperationRegistry.builder().time(clock).build();
    private final McpTestServer server = McpTestServer.serving(McpGateway.over(registry));

    @BeforeEach
    void start() {
        registry.register(OperationSpec.query("tasks.report").build(), handler(25, true));
        registry.register(OperationSpec.query("tasks.silent").build(), handler(25, false));
        OperationSpec spec = OperationSpec.query("tasks.patient").build();
        registry.register(
                OperationBinding.of(spec, handler(25, false)).within(Duration.ofMinutes(2)));
        registry.register(OperationSpec.query("tasks.endless").build(), handler(400, true));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** A handler of 100 seconds or more that may report progress every few seconds. */
    private OperationHandler handler(int steps, boolean reports) {
        return (input, context) -> {
            for (int i = 0; i < steps && !context.cancelled(); i++) {
                clock.advance(Duration.ofSeconds(4));
                if (reports) {
                    context.progress(i, null, null);
                }
            }
            return "done";
        };
    }

    private static String outcome(JsonNode result) {
        return result.path("isError").asBoolean(false)
                ? result.path("_meta").path(MetaKeys.ERROR).path("code").asString()
                : result.at("/content/0/text").asString();
    }

    private String modern(String tool, String... headers) {
        return outcome(server.modern("tools/call", CALL + tool + "\"}", headers).result());
    }

    private String legacy(String tool) {
        McpTestSession session = server.session(McpVersion.V2025_11_25, "{}");
        return outcome(session.send("tools/call", CALL + tool + "\"}").result());
    }

    @Test
    void progressExtendsCallsOfBothErasAlsoIfTheClientDoesNotListen() {
        assertThat(modern("report")).isEqualTo("done");
        assertThat(legacy("report")).isEqualTo("done");
    }

    @Test
    void silentCallsAndEndlessOnesTimeOut() {
        assertThat(modern("silent")).isEqualTo("TIMEOUT");
        assertThat(legacy("silent")).isEqualTo("TIMEOUT");
        assertThat(modern("endless")).isEqualTo("TIMEOUT");
    }

    @Test
    void theTimeoutOfAnOperationTakesThePlaceOfTheDefault() {
        assertThat(modern("patient")).isEqualTo("done");
        assertThat(legacy("patient")).isEqualTo("done");
    }

    @Test
    void aTimeoutThatTheClientAskedForIsNotExtended() {
        assertThat(modern("report", "Operation-Timeout", "60s")).isEqualTo("TIMEOUT");
        assertThat(modern("patient", "Operation-Timeout", "60s")).isEqualTo("TIMEOUT");
    }

    @Test
    void searchedOperationsHaveTheSameTime() {
        String call = "{\"name\": \"call\", \"arguments\": {\"operation\": \"tasks.report\"}}";
        assertThat(outcome(server.modernAt("/mcp/search", "tools/call", call).result()))
                .isEqualTo("done");
        String batch =
                "{\"name\": \"batch\", \"arguments\": {\"calls\":"
                        + " [{\"operation\": \"tasks.report\"}]}}";
        assertThat(outcome(server.modernAt("/mcp/search", "tools/call", batch).result()))
                .contains("\"data\":\"done\"");
    }
}
