package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.time.Duration;

class SubscribeCommandTest {
    /** A hub finds out by its next heartbeat that nobody reads any longer. */
    private static final Duration NOTICED = Duration.ofSeconds(30);

    private static ExampleHub hub;

    @BeforeAll
    static void start() {
        hub = ExampleHub.start();
        hub.hub()
                .registry()
                .register(
                        OperationSpec.subscription("test.count").describedAs("Counts to 3").build(),
                        (input, context, emitter) -> {
                            for (int i = 1; i <= 3; i++) {
                                emitter.emit(i);
                            }
                        });
        hub.hub()
                .registry()
                .register(
                        OperationSpec.subscription("test.breaks").describedAs("Breaks").build(),
                        (input, context, emitter) -> {
                            emitter.emit("first");
                            throw new IllegalStateException("on purpose");
                        });
    }

    @AfterAll
    static void stop() {
        hub.close();
    }

    @Test
    void eachItemIsOneLineOfJson() {
        TestConsole console = hub.console();

        assertThat(console.run("subscribe", "test.count")).isEqualTo(ExitCode.OK);

        assertThat(console.lines()).containsExactly("1", "2", "3");
        assertThat(console.err()).isEmpty();
    }

    @Test
    void aLimitEndsIt() {
        TestConsole console = hub.console();

        assertThat(console.run("subscribe", "tasks.watch", "since=0", "--limit", "2"))
                .isEqualTo(ExitCode.OK);

        assertThat(console.lines()).hasSize(2);
        assertThat(Json.parse(console.lines().get(1)).at("/task/title").asString())
                .isEqualTo("Call one of them");
        await().atMost(NOTICED).until(() -> hub.hub().registry().openSubscriptions() == 0);
    }

    @Test
    void anItemIsThereAsSoonAsItHappens() throws InterruptedException {
        TestConsole console = hub.console();
        int[] code = new int[1];
        Thread command =
                Thread.ofPlatform()
                        .start(() -> code[0] = console.run("subscribe", "tasks.watch", "since=3"));
        await().until(() -> hub.hub().registry().openSubscriptions() == 1);

        hub.console().run("call", "tasks.add", "title=Now");
        await().until(() -> console.lines().size() == 1);
        command.interrupt();
        command.join();

        assertThat(code[0]).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(console.err()).isEmpty();
        await().atMost(NOTICED).until(() -> hub.hub().registry().openSubscriptions() == 0);
    }

    @Test
    void whatWasSentBeforeAFailureIsPrinted() {
        TestConsole console = hub.console();

        assertThat(console.run("subscribe", "test.breaks")).isEqualTo(ExitCode.FAILED);

        assertThat(console.out()).isEqualTo("\"first\"\n");
        assertThat(console.err()).startsWith("EXECUTION_ERROR: ");
    }

    @Test
    void aStreamOfAnImportedApiIsReadTheSameWay() {
        TestConsole console = hub.console();

        assertThat(console.run("subscribe", "library.loanEvents", "--limit", "1"))
                .isEqualTo(ExitCode.OK);

        assertThat(console.json().get("kind").asString()).isEqualTo("tick");
    }

    @Test
    void aQueryIsNotSubscribedTo() {
        TestConsole console = hub.console();

        assertThat(console.run("subscribe", "tasks.list")).isEqualTo(ExitCode.USAGE);

        assertThat(console.err())
                .isEqualTo(
                        """
                        INVALID_OPERATION_TYPE: tasks.list is a query
                        Use: operations call tasks.list
                        """);
    }

    @Test
    void aLimitOfNothingIsWrongUsage() {
        TestConsole console = hub.console();

        assertThat(console.run("subscribe", "tasks.watch", "--limit", "0"))
                .isEqualTo(ExitCode.USAGE);

        assertThat(console.err()).isEqualTo("operations: --limit is 1 or more, not 0\n");
    }
}
