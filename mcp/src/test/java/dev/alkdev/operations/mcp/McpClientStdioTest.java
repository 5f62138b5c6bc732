package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

@ExtendWith(LeakCheck.class)
class McpClientStdioTest {
    @TempDir private Path folder;

    private Path record() {
        return folder.resolve("received");
    }

    private McpClient connect(String... oddities) {
        return McpClient.connect(OddServers.config(record(), oddities).build());
    }

    private static String call(McpClient client, String tool) {
        return OddServers.text(client.callTool(tool, OddServers.nothing()));
    }

    @Test
    void aServerOfBeforeIsSpokenToOnTheSameProcess() {
        try (McpClient client = connect()) {
            assertThat(client.version()).isEqualTo(McpVersion.V2025_11_25);
            assertThat(client.serverInfo().path("name").asString()).isEqualTo("odd");
            assertThat(call(client, "reading")).isEqualTo("reading");
        }
        assertThat(OddServers.received(record()))
                .extracting(message -> message.path("method").asString())
                .startsWith("server/discover", "initialize", "notifications/initialized");
    }

    @Test
    void aNewServerGetsWhatItNeedsWithEveryRequest() {
        try (McpClient client = connect("modern")) {
            assertThat(client.version()).isEqualTo(McpVersion.V2026_07_28);
            JsonNode meta = Json.parse(call(client, "meta"));
            assertThat(meta.path(RequestMeta.VERSION).asString()).isEqualTo("2026-07-28");
            assertThat(meta.path(RequestMeta.INFO).path("name").asString()).isEqualTo("operations");
            assertThat(meta.path(RequestMeta.CAPABILITIES).isEmpty()).isTrue();
            assertThat(meta.has("progressToken")).isTrue();
            client.readResource("odd://one");
            client.listResources();
        }
    }

    @Test
    void aServerThatIgnoresWhatItDoesNotKnowIsOneOfBefore() {
        McpServerOptions config =
                OddServers.config(record(), "silent").probeTimeout(Duration.ofMillis(300)).build();
        try (McpClient client = McpClient.connect(config)) {
            assertThat(client.version()).isEqualTo(McpVersion.V2025_11_25);
        }
    }

    @Test
    void linesThatAreNoMessagesAreSkippedAndCounted() {
        try (McpClient client = connect("garbage")) {
            assertThat(call(client, "reading")).isEqualTo("reading");
            assertThat(client.remark())
                    .matches("\\d+ lines of its standard output were not messages");
        }
    }

    @Test
    void aServerThatNeverAnswersFailsTheStartAndIsEnded() {
        McpServerOptions config =
                OddServers.config(record(), "hangs")
                        .startTimeout(Duration.ofMillis(500))
                        .probeTimeout(Duration.ofMillis(200))
                        .build();

        CallException failure =
                catchThrowableOfType(CallException.class, () -> McpClient.connect(config));

        assertThat(failure.code()).isEqualTo(ErrorCode.TIMEOUT);
        assertThat(children()).isEmpty();
    }

    @Test
    void aServerThatEndsAtOnceIsReportedWithItsErrorOutput() {
        CallException failure = catchThrowableOfType(CallException.class, () -> connect("ends"));

        assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
        assertThat(failure).hasMessageContaining("exit code 7").hasMessageContaining("no licence");
    }

    @Test
    void aCommandThatIsNotThereIsUnavailable() {
        McpServerOptions config = McpServerOptions.command("/no/such/command").build();

        CallException failure =
                catchThrowableOfType(CallException.class, () -> McpClient.connect(config));

        assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
        assertThat(failure).hasMessageContaining("cannot be started");
    }

    @Test
    void callsFailAtOnceWhenTheProcessDies() throws Exception {
        try (McpClient client = connect()) {
            CompletableFuture<CallException> failure = failing(client, "slow");
            await().until(() -> received("slow"));

            CallException died =
                    catchThrowableOfType(CallException.class, () -> call(client, "die"));

            assertThat(died.code()).isEqualTo(ErrorCode.UNAVAILABLE);
            assertThat(died).hasMessageContaining("exit code 9");
            assertThat(failure.get().code()).isEqualTo(ErrorCode.UNAVAILABLE);
            assertThat(client.isOpen()).isFalse();
        }
    }

    private CompletableFuture<CallException> failing(McpClient client, String tool) {
        return CompletableFuture.supplyAsync(
                () -> catchThrowableOfType(CallException.class, () -> call(client, tool)));
    }

    private boolean received(String tool) {
        return OddServers.received(record()).stream()
                .anyMatch(message -> message.path("params").path("name").asString("").equals(tool));
    }

    @Test
    void aHundredMegabytesOfErrorOutputBlockNobody() {
        try (McpClient client = connect()) {
            assertThat(call(client, "noise")).isEqualTo("quiet again");
            await().untilAsserted(
                            () ->
                                    assertThat(client.errorOutput())
                                            .hasSize(64)
                                            .endsWith("the last line"));
        }
    }

    @Test
    void aServerThatDoesNotEndIsEndedWithItsChildren() {
        McpClient client = connect("immortal", "children");
        List<ProcessHandle> all = children();
        assertThat(all).hasSizeGreaterThanOrEqualTo(2);

        client.close();

        await().untilAsserted(() -> assertThat(all).noneMatch(ProcessHandle::isAlive));
    }

    @Test
    void childrenOfAServerThatWasKilledAreEnded() {
        McpClient client = connect("children");
        List<ProcessHandle> all = children();
        assertThat(all).hasSizeGreaterThanOrEqualTo(2);

        all.stream()
                .filter(one -> one.parent().equals(Optional.of(ProcessHandle.current())))
                .forEach(ProcessHandle::destroyForcibly);

        await().untilAsserted(() -> assertThat(all).noneMatch(ProcessHandle::isAlive));
        client.close();
    }

    private static List<ProcessHandle> children() {
        return ProcessHandle.current().descendants().toList();
    }

    @Test
    void aCancelledCallIsCancelledAtTheServerWhichLivesOn() {
        try (McpClient client = connect()) {
            Cancellation cancellation = Cancellation.create();
            Call call = Call.builder().cancellation(cancellation).to("odd.slow", Json.parse("{}"));
            CompletableFuture<CallException> failure =
                    CompletableFuture.supplyAsync(
                            () ->
                                    catchThrowableOfType(
                                            CallException.class,
                                            () ->
                                                    client.callTool(
                                                            "slow", OddServers.nothing(), call)));
            await().until(() -> received("slow"));

            cancellation.cancel();

            assertThat(failure.join().code()).isEqualTo(ErrorCode.ABORTED);
            await().untilAsserted(() -> assertThat(call(client, "cancelled")).isNotEmpty());
        }
    }

    @Test
    void progressRenewsTheIdleLimitAndReachesTheCaller() {
        McpServerOptions config =
                OddServers.config(record()).idleTimeout(Duration.ofSeconds(2)).build();
        List<Progress> progress = new CopyOnWriteArrayList<>();
        try (McpClient client = McpClient.connect(config)) {
            JsonNode steps = Json.parse("{\"steps\": 6, \"pause\": 500}");
            Call call = Call.builder().onProgress(progress::add).to("odd.progress", steps);

            assertThat(OddServers.text(client.callTool("progress", steps, call))).isEqualTo("done");
            assertThat(progress).hasSize(6).endsWith(new Progress(6, 6.0, "step 6"));
        }
    }

    @Test
    void aCallWithoutAnyProgressEndsAfterTheIdleLimit() {
        McpServerOptions config =
                OddServers.config(record()).idleTimeout(Duration.ofMillis(700)).build();
        try (McpClient client = McpClient.connect(config)) {
            CallException failure =
                    catchThrowableOfType(CallException.class, () -> call(client, "slow"));

            assertThat(failure.code()).isEqualTo(ErrorCode.TIMEOUT);
            assertThat(call(client, "reading")).isEqualTo("reading");
        }
    }

    @Test
    void anAnswerThatIsTooLongFailsItsCallAtOnceAndNoOther() {
        try (McpClient client = McpClient.connect(OddServers.config(record()).build())) {
            for (boolean idLast : List.of(true, false)) {
                ObjectNode large =
                        OddServers.nothing()
                                .put("bytes", Wire.LONGEST_MESSAGE)
                                .put("idLast", idLast);
                McpException failure =
                        catchThrowableOfType(
                                McpException.class, () -> client.callTool("large", large));

                assertThat(failure)
                        .hasMessage("the answer has more than " + Wire.LONGEST_MESSAGE + " bytes");
                assertThat(OddServers.text(client.callTool("json", OddServers.nothing())))
                        .isEqualTo("{\"a\": 1}");
            }
        }
    }

    @Test
    void theProcessHasOnlyTheEnvironmentItNeeds() {
        McpServerOptions config = OddServers.config(record()).env("TOKEN", "x").build();
        try (McpClient client = McpClient.connect(config)) {
            assertThat(call(client, "env").split(",", -1))
                    .contains("PATH", "TOKEN", ProcessMark.NAME)
                    .isSubsetOf(
                            ProcessMark.NAME, "PATH", "HOME", "LANG", "TOKEN", "PWD", "SHLVL", "_");
        }
    }

    @Test
    void allPagesAreReadAndACursorThatComesAgainEndsThem() {
        try (McpClient client = connect("pages")) {
            assertThat(client.listTools())
                    .extracting(tool -> tool.path("name").asString())
                    .containsExactly("first", "second");
        }
    }

    @Test
    void questionsAreAnsweredByTheClientsOwnHandlerWithDefaults() {
        McpServerOptions config =
                OddServers.config(record())
                        .onQuestion(
                                question ->
                                        JsonNodeFactory.instance
                                                .objectNode()
                                                .put("action", "accept")
                                                .set("content", Json.parse("{\"name\": \"Ada\"}")))
                        .build();
        try (McpClient client = McpClient.connect(config)) {
            assertThat(Json.parse(call(client, "ask")).path("result"))
                    .isEqualTo(
                            Json.parse(
                                    "{\"action\":\"accept\",\"content\":{\"name\":\"Ada\",\"age\":30}}"));
        }
    }

    @Test
    void aQuestionNobodyCanAnswerIsDeclined() {
        try (McpClient client = connect()) {
            assertThat(Json.parse(call(client, "ask")).path("result").path("action").asString())
                    .isEqualTo("decline");
            assertThat(Json.parse(call(client, "sample")).path("error").path("code").asInt())
                    .isEqualTo(McpErrorCode.METHOD_NOT_FOUND);
        }
    }

    @Test
    void aNewServerGetsItsAnswersWithTheNextRequest() {
        McpServerOptions config =
                OddServers.config(record(), "modern")
                        .onQuestion(
                                question ->
                                        JsonNodeFactory.instance
                                                .objectNode()
                                                .put("action", "accept")
                                                .set(
                                                        "content",
                                                        JsonNodeFactory.instance
                                                                .objectNode()
                                                                .set(
                                                                        "name",
                                                                        question.params()
                                                                                .get("message"))))
                        .build();
        try (McpClient client = McpClient.connect(config)) {
            assertThat(
                            Json.parse(call(client, "rounds"))
                                    .path("key")
                                    .path("content")
                                    .path("name")
                                    .asString())
                    .isEqualTo("round 2");
        }
        assertThat(OddServers.received(record()).stream().map(one -> one.get("id")).distinct())
                .hasSameSizeAs(OddServers.received(record()));
    }

    @Test
    void aWatchedResourceTellsOfItsChangesInBothEras() {
        for (String era : List.of("legacy", "modern")) {
            List<String> changes = new CopyOnWriteArrayList<>();
            try (McpClient client = connect(era)) {
                try (var watch = client.watch("odd://one", () -> changes.add("odd://one"))) {
                    await().untilAsserted(() -> assertThat(changes).as(era).isNotEmpty());
                }
            }
        }
    }
}
