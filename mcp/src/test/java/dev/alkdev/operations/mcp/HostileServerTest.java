package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.testkit.CapturedLog;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.web.HttpSender;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** Servers that answer as no server should: each call ends at once, and hurts no other. */
@ExtendWith(LeakCheck.class)
class HostileServerTest {
    private HostileServer server;
    private McpClient client;

    /** The client that everything shares starts a thread that stays. */
    @BeforeAll
    static void startTheSharedClient() {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:1/")).build();
        assertThatThrownBy(() -> HttpSender.shared().send(request)).isInstanceOf(IOException.class);
    }

    @BeforeEach
    void start() throws IOException {
        server = HostileServer.start();
        client = McpClient.connect(server.config().build());
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private String call(String tool) {
        return OddServers.text(client.callTool(tool, OddServers.nothing()));
    }

    @ParameterizedTest
    @CsvSource({"text id, a text", "twice, first"})
    void anAnswerThatCanBeUnderstoodCounts(String tool, String text) {
        assertThat(call(tool)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "broken",
                "deep",
                "page",
                "nothing",
                "half event",
                "away",
                "no id",
                "same key twice"
            })
    void anAnswerThatIsNoneFailsTheCallAtOnce(String tool) {
        CallException failure = catchThrowableOfType(CallException.class, () -> call(tool));

        assertThat(failure).as(tool).isNotNull();
        assertThat(failure.code())
                .as(failure.getMessage())
                .isIn(ErrorCode.EXECUTION_ERROR, ErrorCode.UNAVAILABLE);
        assertThat(call("twice")).isEqualTo("first");
    }

    @Test
    void theAnswerToOneCallCannotBeGivenToAnother() {
        CompletableFuture<String> never = CompletableFuture.supplyAsync(() -> call("never"));
        server.awaitNever();

        assertThat(call("another's")).isEqualTo("own");
        assertThat(never).isNotDone();

        server.release();
        assertThat(never.join()).isEqualTo("late");
    }

    @Test
    void aLevelThatIsNoneIsTakenForInformation() {
        List<String> heard = new CopyOnWriteArrayList<>();
        McpCaller caller =
                new McpCaller() {
                    @Override
                    public boolean can(String capability) {
                        return false;
                    }

                    @Override
                    public Map<String, JsonNode> ask(Map<String, McpQuestion> questions) {
                        throw new AssertionError(questions);
                    }

                    @Override
                    public void log(String level, @Nullable String logger, JsonNode data) {
                        heard.add(level + " " + data.asString());
                    }
                };
        Call call =
                Call.builder()
                        .attach(McpCaller.KEY, caller)
                        .to("hostile.call", OddServers.nothing());

        JsonNode result = client.callTool("odd level", OddServers.nothing(), call);

        assertThat(OddServers.text(result)).isEqualTo("logged");
        assertThat(heard).containsExactly("info watch out");
    }

    @Test
    void aListWithoutAnEndIsCut() {
        try (CapturedLog log = new CapturedLog()) {
            assertThat(client.listTools()).hasSize(1_001);
            assertThat(log.text())
                    .contains("tools/list of http://127.0.0.1")
                    .contains("1001 pages");
        }
    }
}
