package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.config.TokenHash;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.node.NullNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** The same commands without a hub: a config is enough. */
class LocalTargetTest {
    @TempDir Path folder;
    private String config;

    @BeforeEach
    void write() throws IOException {
        String yaml =
                """
                sources:
                  - name: tasks
                    type: provider
                    provider: tasks
                    options: {examples: true, scopes: true}
                  - {name: library, type: provider, provider: library}
                  - {name: shop, type: openapi, document: "http://127.0.0.1:9/"}
                tokens:
                  - {id: ann, hash: "%s", scopes: ["tasks:write"]}
                  - {id: bob, hash: "%s", scopes: []}
                """
                        .formatted(TokenHash.of("ann").text(), TokenHash.of("bob").text());
        config = Files.writeString(folder.resolve("hub.yaml"), yaml).toString();
    }

    @Test
    void operationsAndFailedSourcesAreListed() {
        TestConsole console = new TestConsole();

        assertThat(console.run("list", "--config", config)).isEqualTo(ExitCode.OK);

        assertThat(console.lines()).hasSize(13);
        assertThat(console.errLines().getFirst()).isEqualTo("12 operations, 3 sources");
        assertThat(console.errLines().getLast()).startsWith("Source shop (openapi) failed: ");
    }

    @Test
    void operationsAreSearched() {
        TestConsole console = new TestConsole();

        assertThat(console.run("search", "lend a book", "--config", config, "--json"))
                .isEqualTo(ExitCode.OK);

        assertThat(console.json().at("/operations/0/id").asString())
                .isEqualTo("library.borrowBook");
    }

    @Test
    void aListingIsThatOfTheHub() {
        try (ExampleHub hub = ExampleHub.start();
                LocalTarget local = new LocalTarget(hub.hub(), Caller.anonymous())) {
            OperationRegistry registry = hub.hub().registry();
            registry.registerSpec(
                    OperationSpec.query("test.spec").describedAs("Has no handler").build());
            registry.register(
                    OperationSpec.query("test.old")
                            .describedAs("Is deprecated")
                            .title("Old")
                            .tags("a", "b")
                            .meta(Json.parse("{\"deprecated\": true}"))
                            .build(),
                    (input, context) -> NullNode.getInstance());
            TestConsole remote = hub.console();
            remote.run("list", "--json");

            assertThat(local.list(Map.of()).toJson()).isEqualTo(remote.json());
            assertThat(remote.out()).contains("\"deprecated\":true").doesNotContain("test.spec");
        }
    }

    @Test
    void aSourceThatHasNotComeIsToldOf() throws IOException {
        try (SlowApi api = SlowApi.withSlowDocument()) {
            TestConsole console = new TestConsole();
            try (LocalTarget target =
                    LocalTarget.open(slow(api), null, console.console(), Duration.ZERO)) {
                target.list(Map.of()).show(console.console());

                assertThat(console.errLines())
                        .containsExactly(
                                "No operations.", "Source slow (openapi) is not ready yet");
                DescribeCommand command = new DescribeCommand();
                command.id = "slow.listThings";
                assertThatThrownBy(() -> command.run(target, console.console()))
                        .isInstanceOfSatisfying(
                                CommandFailure.class,
                                failure ->
                                        assertThat(failure.hints)
                                                .containsExactly(
                                                        "Source slow (openapi) is not ready yet"));
            }
        }
    }

    @Test
    void anInterruptEndsTheWaitForSources() throws IOException, InterruptedException {
        try (SlowApi api = SlowApi.withSlowDocument()) {
            String slow = slow(api).toString();
            TestConsole console = new TestConsole();
            int[] code = new int[1];
            Thread command =
                    Thread.ofPlatform()
                            .start(() -> code[0] = console.run("list", "--config", slow));
            api.awaitRequest();

            command.interrupt();
            command.join();

            assertThat(code[0]).isEqualTo(ExitCode.INTERRUPTED);
            assertThat(console.out() + console.err()).isEmpty();
        }
    }

    private Path slow(SlowApi api) throws IOException {
        return Files.writeString(folder.resolve("slow.yaml"), "sources: [" + api.source() + "]");
    }

    @Test
    void whatAbortsItselfIsNoInterrupt() {
        try (ExampleHub hub = ExampleHub.start();
                LocalTarget local = new LocalTarget(hub.hub(), Caller.trusted())) {
            hub.hub()
                    .registry()
                    .register(
                            OperationSpec.query("test.cancels").describedAs("Cancels").build(),
                            (input, context) -> {
                                throw new CallException(ErrorCode.ABORTED, "given up");
                            });

            assertThatThrownBy(() -> local.call("test.cancels", Json.parse("{}"), null))
                    .isInstanceOfSatisfying(
                            CallException.class,
                            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.ABORTED));
        }
    }

    @Test
    void operationsAreDescribedCalledAndSubscribedTo() {
        TestConsole describe = new TestConsole();
        TestConsole call = new TestConsole();
        TestConsole subscribe = new TestConsole();

        assertThat(describe.run("describe", "tasks.add", "--config", config)).isZero();
        assertThat(call.run("call", "library.listBooks", "limit=1", "--config", config)).isZero();
        assertThat(
                        subscribe.run(
                                "subscribe",
                                "tasks.watch",
                                "since=0",
                                "--limit=1",
                                "--config",
                                config))
                .isZero();

        assertThat(describe.out()).startsWith("tasks.add  mutation  1.0.0\n");
        assertThat(call.json().get("total").asInt()).isEqualTo(4);
        assertThat(subscribe.json().get("kind").asString()).isEqualTo("ADDED");
    }

    @Test
    void whoeverHasTheConfigMayDoEverything() {
        TestConsole console = new TestConsole();

        assertThat(console.run("call", "tasks.add", "title=Mine", "--config", config)).isZero();
    }

    @Test
    void aTokenNarrowsWhatIsAllowed() {
        String input = "{\"title\": \"Mine\"}";
        TestConsole ann = new TestConsole();
        TestConsole bob = new TestConsole();
        TestConsole nobody = new TestConsole();
        TestConsole list = new TestConsole();

        assertThat(ann.run("call", "tasks.add", input, "--config", config, "--token", "ann"))
                .isEqualTo(ExitCode.OK);
        assertThat(bob.run("call", "tasks.add", input, "--config", config, "--token", "bob"))
                .isEqualTo(ExitCode.DENIED);
        assertThat(nobody.run("call", "tasks.add", input, "--config", config, "--token", "eve"))
                .isEqualTo(ExitCode.DENIED);
        list.run("list", "-n", "tasks", "--config", config, "--token", "bob");
        assertThat(list.out()).doesNotContain("tasks.add");
        assertThat(list.run("describe", "tasks.add", "--config", config, "--token", "bob"))
                .isEqualTo(ExitCode.NOT_FOUND);
        assertThat(nobody.err()).isEqualTo("ACCESS_DENIED: the config has no such token\n");
    }

    @Test
    void failuresHaveTheSameExitCodes() {
        TestConsole console = new TestConsole();

        assertThat(console.run("call", "tasks.get", "id=9", "--config", config))
                .isEqualTo(ExitCode.FAILED);
        assertThat(console.run("call", "tasks.get", "id=x", "--config", config))
                .isEqualTo(ExitCode.INVALID);
        assertThat(console.run("call", "tasks.gte", "--config", config))
                .isEqualTo(ExitCode.NOT_FOUND);
        assertThat(console.run("call", "tasks.watch", "--config", config))
                .isEqualTo(ExitCode.USAGE);
        assertThat(console.run("subscribe", "tasks.get", "id=1", "--config", config))
                .isEqualTo(ExitCode.USAGE);
        assertThat(console.err()).contains("Did you mean tasks.get?");
    }

    @Test
    void anInterruptEndsAStream() throws InterruptedException {
        TestConsole console = new TestConsole();
        int[] code = new int[1];
        Thread command =
                Thread.ofPlatform()
                        .start(
                                () ->
                                        code[0] =
                                                console.run(
                                                        "subscribe",
                                                        "tasks.watch",
                                                        "since=0",
                                                        "--config",
                                                        config));
        await().until(() -> console.lines().size() == 3);

        command.interrupt();
        command.join();

        assertThat(code[0]).isEqualTo(ExitCode.INTERRUPTED);
    }
}
