package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.base.Backoff;
import dev.alkdev.operations.base.Glob;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.CapturedLog;
import dev.alkdev.operations.testkit.SourceContract;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

class McpSourceTest implements SourceContract {
    @TempDir private Path folder;

    private McpServerOptions.Builder config(String... oddities) {
        return OddServers.config(folder.resolve("received"), oddities)
                .backoff(new Backoff(Duration.ofMillis(50), Duration.ofSeconds(1)));
    }

    private McpSource odd(UnaryOperator<McpToolOptions> options) {
        return McpSource.of(
                "odd", config().tools(options.apply(McpToolOptions.defaults(true))).build());
    }

    @Override
    public OperationSource source() {
        return McpSource.of("odd", config("pages").build());
    }

    @Override
    public OperationSource brokenSource() {
        return McpSource.of("odd", McpServerOptions.command("/no/such/command").build());
    }

    @Override
    public List<String> operationIds() {
        return List.of("odd.first", "odd.second");
    }

    private static JsonNode call(OperationRegistry registry, String id) {
        return registry.execute(id, OddServers.nothing()).data();
    }

    @Test
    void toolsThatCannotBeOperationsAreNamedAndTheOthersServed(OperationRegistry registry) {
        try (McpSource source = odd(options -> options)) {
            source.start(registry);

            assertThat(source.status().lastError()).isNull();
            assertThat(source.status().leftOut().keySet())
                    .containsExactlyInAnyOrder("nothing", "network", "output");
            assertThat(registry.isCallable("odd.output")).isTrue();
            assertThat(registry.spec("odd.output").outputSchema().isUnknown()).isTrue();
            assertThat(registry.find("odd.network")).isEmpty();

            source.refresh();
            assertThat(source.status().leftOut().keySet())
                    .containsExactlyInAnyOrder("nothing", "network", "output");
        }
    }

    @Test
    void oddNamesAreMappedAndCalledByTheirOwn(OperationRegistry registry) {
        try (McpSource source = odd(options -> options)) {
            source.start(registry);

            String id = "odd." + OperationNames.operation("odd name/ü");
            assertThat(id).matches("odd\\.odd_name___[0-9a-f]{6}");
            assertThat(call(registry, id).path(0).path("text").asString()).isEqualTo("odd name/ü");
        }
    }

    @Test
    void nothingOfAToolIsLost(OperationRegistry registry) {
        try (McpSource source = odd(options -> options)) {
            source.start(registry);

            OperationSpec spec = registry.spec("odd.reading");
            assertThat(spec.type()).isEqualTo(OperationType.QUERY);
            assertThat(spec.annotations()).contains(Json.parse("{\"readOnlyHint\":true}"));
            assertThat(ToolOrigin.meta(spec)).contains(Json.parse("{\"colour\":\"blue\"}"));
            assertThat(ToolOrigin.tool(spec))
                    .isEqualTo(
                            Json.parse(
                                    "{\"name\":\"reading\",\"icons\":[{\"src\":\"https://example.invalid/icon.png\"}]}"));
        }
    }

    @Test
    void hintsOfAServerThatIsNotTrustedMakeNoQuery(OperationRegistry registry) {
        try (McpSource source = odd(options -> options.withTrustedAnnotations(false))) {
            source.start(registry);

            assertThat(registry.spec("odd.reading").type()).isEqualTo(OperationType.MUTATION);
        }
    }

    @Test
    void scopesFiltersAndRenamesApply(OperationRegistry registry) {
        UnaryOperator<McpToolOptions> options =
                given ->
                        given.withScopes("odd")
                                .withToolScopes(new Glob("re*"), "odd:read")
                                .withFilter(name -> name.equals("reading") || name.equals("json"))
                                .withRenames(Map.of("json", "number"));
        try (McpSource source = odd(options)) {
            source.start(registry);

            assertThat(registry.spec("odd.reading").accessControl().requiredScopes())
                    .containsExactly("odd", "odd:read");
            assertThat(registry.spec("odd.number").accessControl().requiredScopes())
                    .containsExactly("odd");
            assertThat(source.status().operations()).isEqualTo(2);
            assertThat(call(registry, "odd.number").path(0).path("text").asString())
                    .isEqualTo("{\"a\": 1}");
        }
    }

    @Test
    void errorsAreEnvelopesOrExceptionsAndJsonTextsMayBeParsed(OperationRegistry registry) {
        try (McpSource source = odd(options -> options)) {
            source.start(registry);

            ResponseEnvelope<JsonNode> envelope =
                    registry.execute("odd.fail", OddServers.nothing());
            assertThat(envelope.isError()).isTrue();
        }
        UnaryOperator<McpToolOptions> strict =
                options -> options.withErrorsAsExceptions().withParsedJsonText();
        try (McpSource source = odd(strict)) {
            source.start(registry);

            CallException failure =
                    catchThrowableOfType(CallException.class, () -> call(registry, "odd.fail"));
            assertThat(failure.code()).isEqualTo(ErrorCode.EXECUTION_ERROR);
            assertThat(failure).hasMessage("it is broken");
            assertThat(call(registry, "odd.json")).isEqualTo(Json.parse("{\"a\":1}"));
        }
    }

    @Test
    void aServerThatDiesIsStartedAgainAndItsOperationsStay(OperationRegistry registry) {
        try (McpSource source = odd(options -> options)) {
            source.start(registry);
            int operations = source.status().operations();

            CallException died =
                    catchThrowableOfType(CallException.class, () -> call(registry, "odd.die"));

            assertThat(died.code()).isEqualTo(ErrorCode.UNAVAILABLE);
            assertThat(source.status().operations()).isEqualTo(operations);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> source.status().state() == State.READY);
            assertThat(call(registry, "odd.reading").path(0).path("text").asString())
                    .isEqualTo("reading");
        }
    }

    @Test
    void aServerThatIsAwayAnswersUnavailableAndSaysWhy(OperationRegistry registry) {
        McpServerOptions config =
                config().backoff(new Backoff(Duration.ofMinutes(5), Duration.ofMinutes(5))).build();
        try (McpSource source = McpSource.of("odd", config)) {
            source.start(registry);
            catchThrowableOfType(CallException.class, () -> call(registry, "odd.die"));
            await().until(() -> source.status().state() == State.FAILED);

            CallException away =
                    catchThrowableOfType(CallException.class, () -> call(registry, "odd.reading"));

            assertThat(away.code()).isEqualTo(ErrorCode.UNAVAILABLE);
            assertThat(away).hasMessageContaining("exit code 9");
            assertThat(source.status().lastError()).contains("exit code 9");
        }
    }

    @Test
    void aChangedListIsFollowedAndTheDifferenceLogged(OperationRegistry registry) {
        try (McpSource source = odd(options -> options);
                CapturedLog log = new CapturedLog()) {
            source.start(registry);

            call(registry, "odd.change");

            await().until(() -> registry.isCallable("odd.added"));
            assertThat(call(registry, "odd.added").path(0).path("text").asString())
                    .isEqualTo("new");
            assertThat(log.text())
                    .contains("The MCP server odd has changed the definitions of 1 of its tools")
                    .contains("slow: /description was \"Does it.\", is \"Changed.\"");
        }
    }

    @Test
    void theTraceOfACallTravels(OperationRegistry registry) {
        String parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        try (McpSource source = odd(options -> options)) {
            source.start(registry);

            Call call =
                    Call.builder()
                            .metadata(
                                    Map.of(
                                            "traceparent",
                                            JsonNodeFactory.instance.stringNode(parent)))
                            .to("odd.meta", OddServers.nothing());
            JsonNode meta =
                    Json.parse(registry.execute(call).data().path(0).path("text").asString());

            assertThat(meta.path("traceparent").asString()).isEqualTo(parent);
        }
    }

    /** A caller that remembers what it is told and asked. */
    private static final class Person implements McpCaller {
        private final List<String> heard = new CopyOnWriteArrayList<>();

        @Override
        public boolean can(String capability) {
            return capability.equals("elicitation");
        }

        @Override
        public Map<String, JsonNode> ask(Map<String, McpQuestion> questions) {
            questions.forEach((key, question) -> heard.add(key + " " + question.method()));
            JsonNode answer = Json.parse("{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}");
            return Map.of(questions.keySet().iterator().next(), answer);
        }

        @Override
        public void log(String level, @Nullable String logger, JsonNode data) {
            heard.add(level + " " + data.asString());
        }
    }

    @Test
    void questionsAndLogMessagesReachTheCallerInBothEras(OperationRegistry registry) {
        for (String era : List.of("legacy", "modern")) {
            Person person = new Person();
            try (McpSource source = McpSource.of("odd", config(era).build())) {
                source.start(registry);
                String tool = era.equals("modern") ? "odd.rounds" : "odd.ask";
                String answer = text(registry, person, tool);
                text(registry, person, "odd.log");

                assertThat(answer).as(era).contains("\"content\":{\"name\":\"Ada\"}");
                assertThat(person.heard)
                        .isEqualTo(
                                era.equals("modern")
                                        ? List.of(
                                                "1.key elicitation/create",
                                                "2.key elicitation/create",
                                                "warning watch out")
                                        : List.of(
                                                "question1 elicitation/create",
                                                "warning watch out"));
            }
        }
    }

    private static String text(OperationRegistry registry, McpCaller caller, String tool) {
        Call call =
                Call.builder()
                        .caller(Caller.trusted())
                        .attach(McpCaller.KEY, caller)
                        .to(tool, OddServers.nothing());
        return registry.execute(call).data().path(0).path("text").asString();
    }

    @Test
    void aCallerThatIsSlowToTakeProgressHoldsUpNobodyElse(OperationRegistry registry)
            throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        List<String> heard = new CopyOnWriteArrayList<>();
        try (McpSource source = McpSource.of("odd", config().build())) {
            source.start(registry);
            Call slow =
                    Call.builder()
                            .onProgress(
                                    progress -> {
                                        arrived.countDown();
                                        awaitUninterruptibly(released);
                                        heard.add(progress.message());
                                    })
                            .to("odd.progress", Json.parse("{\"steps\": 3, \"pause\": 1}"));
            CompletableFuture<JsonNode> result =
                    CompletableFuture.supplyAsync(() -> registry.execute(slow).data());
            assertThat(arrived.await(60, TimeUnit.SECONDS)).isTrue();

            Call other =
                    Call.builder()
                            .timeout(Duration.ofSeconds(60))
                            .to("odd.json", OddServers.nothing());
            assertThat(registry.execute(other).isError()).isFalse();
            assertThat(result).isNotDone();

            released.countDown();
            assertThat(result.get(60, TimeUnit.SECONDS).path(0).path("text").asString())
                    .isEqualTo("done");
            assertThat(heard).containsExactly("step 1", "step 2", "step 3");
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void resourcesGoIntoADirectory(OperationRegistry registry) {
        McpDirectory directory = new McpDirectory();
        try (McpSource source = McpSource.of("odd", config().build(), directory)) {
            source.start(registry);

            McpCatalog catalog = directory.visibleTo(Caller.anonymous()).getFirst().catalog();
            assertThat(catalog.resources()).hasSize(1);
            Call call = Call.of("odd.read", OddServers.nothing());
            assertThat(catalog.readResource("odd://one", call).at("/contents/0/text").asString())
                    .isEqualTo("the text");
            List<String> changes = new CopyOnWriteArrayList<>();
            try (var watch = catalog.watch("odd://one", () -> changes.add("changed"))) {
                await().untilAsserted(() -> assertThat(changes).isNotEmpty());
            }
        }
        assertThat(directory.visibleTo(Caller.anonymous())).isEmpty();
    }
}
