package dev.alkdev.operations.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ContentBlock;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.protocol.InProcessLink;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schemas;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.node.NullNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

@ExtendWith(LeakCheck.class)
@Timeout(60)
class AgentToolsTest {
    record Task(String id, int priority) {}

    private final CountDownLatch waiting = new CountDownLatch(1);

    @Operations("tasks")
    final class Tasks {
        @Query(description = "Gets one task")
        Task get(String id, int priority) {
            return new Task(id, priority);
        }

        @Mutation(scopes = "tasks:write")
        Task add(Task task) {
            return task;
        }

        @Subscription
        Stream<Task> watch() {
            return Stream.of();
        }

        @Query("wait")
        void waitForEver() throws InterruptedException {
            waiting.countDown();
            new CountDownLatch(1).await();
        }
    }

    private final OperationRegistry registry = OperationRegistry.create();
    private final AgentTools tools = AgentTools.over(registry);

    @BeforeEach
    void register() {
        registry.registerAll(AnnotatedOperations.of(new Tasks()));
    }

    private static List<String> names(AgentTools tools) {
        return tools.tools().stream().map(AgentTool::name).toList();
    }

    private static AgentTool tool(AgentTools tools, String name) {
        return tools.tools().stream()
                .filter(tool -> tool.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatACallerMayUseIsATool() {
        assertThat(names(tools)).containsExactly("tasks_get", "tasks_wait");
        Caller writer = Caller.of(Identity.of("ann", "tasks:write"));
        assertThat(names(tools.caller(writer)))
                .containsExactly("tasks_add", "tasks_get", "tasks_wait");
        assertThat(names(tools.caller(writer).only("tasks.*").except("*.wait", "*.get")))
                .containsExactly("tasks_add");
    }

    @Test
    void aNameIsSafeAndTheSameForEveryCaller() {
        registry.register(
                OperationSpec.query("tasks.a.b").requires("secret").build(),
                (input, context) -> input);
        registry.register(OperationSpec.query("tasks.a_b").build(), (input, context) -> input);
        registry.register(
                OperationSpec.query("tasks." + "long".repeat(20)).build(),
                (input, context) -> input);

        List<String> seen = names(tools.only("tasks.a*", "tasks.l*"));
        List<String> all = names(tools.caller(Caller.trusted()).only("tasks.a?b", "tasks.l*"));

        assertThat(all).hasSize(3).containsAll(seen).doesNotHaveDuplicates();
        assertThat(all).allMatch(name -> name.matches("[A-Za-z0-9_-]{1,48}"));
        assertThat(seen).hasSize(2).noneMatch("tasks_a_b"::equals);
        assertThat(names(tools.caller(Caller.trusted()).only("tasks.a_b")))
                .as("tools that are left out keep their names")
                .noneMatch("tasks_a_b"::equals);
    }

    @Test
    void mutationsNeedApprovalAndQueriesDoNot() {
        List<String> requested = new ArrayList<>();
        AgentTools approved =
                tools.caller(Caller.of(Identity.of("ann", "tasks:write")))
                        .approval(
                                (spec, input) -> {
                                    requested.add(spec.id() + " " + input);
                                    return input.path("priority").asInt() < 5;
                                });

        AgentAnswer added = tool(approved, "tasks_add").call("{\"id\": \"a\", \"priority\": 1}");
        AgentAnswer rejected = tool(approved, "tasks_add").call("{\"id\": \"a\", \"priority\": 9}");
        AgentAnswer read = tool(approved, "tasks_get").call("{\"id\": \"a\", \"priority\": 9}");

        assertThat(added.isError()).isFalse();
        assertThat(rejected.markedText())
                .isEqualTo("Error: ACCESS_DENIED: the call of tasks.add was not approved");
        assertThat(read.isError()).isFalse();
        assertThat(requested)
                .containsExactly(
                        "tasks.add {\"id\":\"a\",\"priority\":1}",
                        "tasks.add {\"id\":\"a\",\"priority\":9}");
        assertThat(names(approved.queriesOnly())).containsExactly("tasks_get", "tasks_wait");
    }

    @Test
    void descriptionAndSchemaAreThoseOfTheOperation() {
        AgentTool get = tool(tools, "tasks_get");

        assertThat(get.description()).isEqualTo("Gets one task");
        assertThat(get.inputSchema()).isEqualTo(registry.spec("tasks.get").inputSchema().json());
        assertThat(tool(tools, "tasks_wait").description()).isEqualTo("tasks.wait");
    }

    @Test
    void anInputThatIsNoObjectIsAnArgument() {
        registry.register(
                OperationSpec.query("text.length").input(Schemas.string().build()).build(),
                (input, context) -> input.asString().length());
        AgentTool length = tool(tools, "text_length");

        assertThat(length.inputSchema())
                .isEqualTo(
                        Json.parse(
                                """
                                {"type": "object", "properties": {"input": {"type": "string"}},
                                 "required": ["input"]}\
                                """));
        assertThat(length.call("{\"input\": \"abc\"}").text()).isEqualTo("3");
    }

    @Test
    void theDataIsTheAnswer() {
        AgentAnswer answer = tool(tools, "tasks_get").call("{\"id\": \"A\", \"priority\": \"3\"}");

        assertThat(answer.text()).isEqualTo("{\"id\":\"A\",\"priority\":3}");
        assertThat(answer.isError()).isFalse();
        assertThat(answer.envelope().meta().source()).isEqualTo("local");
    }

    @Test
    void aWrongInputIsAnAnswerThatNamesEachError() {
        AgentAnswer answer = tool(tools, "tasks_get").call("{\"priority\": \"high\"}");

        assertThat(answer.isError()).isTrue();
        assertThat(answer.markedText()).startsWith("Error: VALIDATION_ERROR: ");
        assertThat(answer.text()).contains("\"pointer\":\"/priority\"").contains("id");
    }

    @Test
    void whatIsNoJsonIsAnAnswer() {
        assertThat(tool(tools, "tasks_get").call("{\"id\": ").text())
                .startsWith("VALIDATION_ERROR: arguments should be JSON: ");
        assertThat(tool(tools, "tasks_get").call("[1]").text())
                .isEqualTo("VALIDATION_ERROR: arguments should be a JSON object");
    }

    @Test
    void theErrorOfAnMcpToolIsAnAnswer() {
        McpMeta failed = new McpMeta(true, List.of(ContentBlock.text("no such city")));
        registry.register(
                OperationSpec.query("weather.today").build(),
                (input, context) -> ResponseEnvelope.mcp(NullNode.getInstance(), failed));

        AgentAnswer answer = tool(tools, "weather_today").call("");

        assertThat(answer.markedText()).isEqualTo("Error: no such city");
        assertThat(answer.isError()).isTrue();
    }

    @Test
    void aSlowCallIsEnded() {
        AgentAnswer answer = tool(tools.timeout(Duration.ofMillis(20)), "tasks_wait").call("{}");

        assertThat(answer.isError()).isTrue();
        assertThat(answer.text()).startsWith("TIMEOUT: ");
    }

    @Test
    void anAbortOfTheOtherSideIsAnAnswer() {
        registry.register(
                OperationSpec.query("tasks.abort").build(),
                (input, context) -> {
                    throw new CallException(ErrorCode.ABORTED, "the server stops");
                });

        AgentAnswer answer = tool(tools, "tasks_abort").call("{}");

        assertThat(answer.isError()).isTrue();
        assertThat(answer.text()).startsWith("ABORTED: the server stops");
    }

    @Test
    void anInterruptAbortsTheCallAndTheAgent() throws Exception {
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Thread agent =
                Thread.startVirtualThread(
                        () -> {
                            try {
                                tool(tools, "tasks_wait").call("{}");
                                ended.complete(new AssertionError("it went on"));
                            } catch (RuntimeException e) {
                                ended.complete(e);
                            }
                        });
        waiting.await();
        agent.interrupt();

        assertThat(ended.get(30, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(
                        CallException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.ABORTED));
    }

    @Test
    void theToolsOfAPeerAreThoseThatItOffers() {
        InProcessLink.Pair links = InProcessLink.pair();
        try (Peer there = Peer.over(links.left(), registry);
                Peer here = Peer.over(links.right(), OperationRegistry.create())) {
            assertThat(there.isUp()).isTrue();
            AgentTools remote = AgentTools.over(here);

            assertThat(tool(remote, "tasks_get").call("{\"id\": \"A\", \"priority\": 3}").text())
                    .isEqualTo("{\"id\":\"A\",\"priority\":3}");
        }
    }

    @Test
    void aHandlerOffersWhatItsCallerMayUse() {
        registry.register(
                OperationSpec.query("agent.tools").build(),
                (input, context) -> names(AgentTools.over(context.env().onlyNamespaces("tasks"))));

        assertThat(registry.execute("agent.tools", Json.parse("{}"), Caller.anonymous()).data())
                .isEqualTo(Json.parse("[\"tasks_get\", \"tasks_wait\"]"));
    }
}
