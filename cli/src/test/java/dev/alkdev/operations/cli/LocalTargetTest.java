package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.hub.TokenHash;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
    void aListingHasTheFormOfTheHub() {
        TestConsole local = new TestConsole();
        local.run("list", "--namespace", "library", "--config", config, "--json");
        TestConsole remote;
        try (ExampleHub hub = ExampleHub.start()) {
            remote = hub.console();
            remote.run("list", "--namespace", "library", "--json");
        }

        assertThat(local.json().get("operations")).isEqualTo(remote.json().get("operations"));
        assertThat(local.json().at("/sources/1")).isEqualTo(remote.json().at("/sources/1"));
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
        assertThat(nobody.err()).isEqualTo("ACCESS_DENIED: the config knows no such token\n");
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
