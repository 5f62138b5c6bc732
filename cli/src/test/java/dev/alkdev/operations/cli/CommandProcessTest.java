package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The command as it really runs. */
class CommandProcessTest {
    @Test
    void aHubIsServedCalledAndDrainedOnTerm() throws IOException, InterruptedException {
        try (RealCommand hub = RealCommand.start("", "serve", "--port", "0");
                RealCommand call =
                        RealCommand.start(hub.uri(), "call", "tasks.get", "id=1", "--json")) {
            assertThat(call.out().readLine())
                    .startsWith("{\"id\":1,\"title\":\"List the operations\"");
            assertThat(call.exitCode()).isEqualTo(ExitCode.OK);

            hub.signal("TERM");
            assertThat(hub.exitCode()).isEqualTo(ExitCode.OK);
        }
    }

    @Test
    void aHubLogsItsCallsWhateverOptionsComeFirst() throws IOException {
        try (RealCommand hub =
                RealCommand.start("", "--color", "never", "--json", "serve", "--port", "0")) {
            new TestConsole().hub(hub.uri()).run("call", "tasks.get", "id=1");

            await().atMost(Duration.ofSeconds(30)).until(() -> hub.err().contains("tasks.get"));
        }
    }

    @Test
    void aHubThatIsToldToStopLetsCallsEndAndTellsStreams(@TempDir Path folder)
            throws IOException, InterruptedException {
        try (SlowApi api = SlowApi.withSlowOperation()) {
            String config =
                    """
                    drain: 10s
                    sources:
                      - %s
                      - {name: tasks, type: provider, provider: tasks, options: {examples: true}}
                    """
                            .formatted(api.source());
            Path file = Files.writeString(folder.resolve("hub.yaml"), config);
            try (RealCommand hub = RealCommand.start("", "serve", file.toString(), "--port", "0")) {
                String uri = hub.uri();
                try (RealCommand call =
                                RealCommand.start(uri, "call", "slow.listThings", "--json");
                        RealCommand stream =
                                RealCommand.start(uri, "subscribe", "tasks.watch", "since=0")) {
                    assertThat(stream.out().readLine()).startsWith("{\"sequence\":1,");
                    api.awaitRequest();

                    long asked = System.nanoTime();
                    // As timeout(1) does: to the process, and to its group.
                    hub.signal("TERM", "TERM", "INT");
                    await().atMost(Duration.ofSeconds(30))
                            .until(() -> hub.err().contains("Stopping"));
                    api.answer();

                    assertThat(call.out().readLine()).isEqualTo("[1]");
                    assertThat(call.exitCode()).isEqualTo(ExitCode.OK);
                    assertThat(stream.exitCode()).isEqualTo(ExitCode.FAILED);
                    assertThat(stream.err()).startsWith("UNAVAILABLE: ");
                    assertThat(hub.exitCode()).isEqualTo(ExitCode.OK);
                    assertThat(Duration.ofNanos(System.nanoTime() - asked))
                            .isLessThan(Duration.ofSeconds(20));
                }
            }
        }
    }

    @Test
    void hangingUpReloadsAHub(@TempDir Path folder) throws IOException, InterruptedException {
        String config = "sources: [{name: %s, type: provider, provider: tasks}]";
        Path file = Files.writeString(folder.resolve("hub.yaml"), config.formatted("first"));
        try (RealCommand hub = RealCommand.start("", "serve", file.toString(), "--port", "0")) {
            TestConsole console = new TestConsole().hub(hub.uri());

            // Nothing has changed: only the signal can be the reason.
            hub.signal("HUP");
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> hub.err().contains("Reloaded " + file));
            Files.writeString(file, config.formatted("another"));
            hub.signal("HUP");

            await().atMost(Duration.ofSeconds(30))
                    .until(
                            () -> {
                                console.run("list");
                                return console.out().contains("another.list");
                            });
        }
    }

    @Nested
    class Interrupted {
        @Test
        void aSubscriptionIsClosedCleanly() throws IOException, InterruptedException {
            try (ExampleHub hub = ExampleHub.start()) {
                for (String signal : List.of("INT", "TERM")) {
                    try (RealCommand command =
                            RealCommand.start(hub.uri(), "subscribe", "tasks.watch", "since=0")) {
                        // The line is there at once: nothing waits for a full buffer.
                        assertThat(command.out().readLine()).startsWith("{\"sequence\":1,");

                        command.signal(signal);

                        assertThat(command.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
                    }
                    await().atMost(Duration.ofSeconds(30))
                            .until(() -> hub.hub().registry().openSubscriptions() == 0);
                }
            }
        }

        @Test
        void aServerThatIgnoresTheEndOfItsInputIsEnded(@TempDir Path folder)
                throws IOException, InterruptedException {
            Path id = folder.resolve("id");
            String server = "echo $$ > " + id + ".new; mv " + id + ".new " + id + "; exec sleep 60";
            try (RealCommand command =
                    RealCommand.start("", "inspect", "--mcp", "--", "sh", "-c", server)) {
                await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(id));
                long pid = Long.parseLong(Files.readString(id).strip());

                command.signal("INT");

                assertThat(command.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
                await().atMost(Duration.ofSeconds(10))
                        .until(
                                () ->
                                        ProcessHandle.of(pid)
                                                .filter(ProcessHandle::isAlive)
                                                .isEmpty());
            }
        }

        @Test
        void aCommandThatWaitsForStandardInputEnds() throws IOException, InterruptedException {
            for (String signal : List.of("INT", "TERM")) {
                try (RealCommand command = RealCommand.start("", "call", "tasks.get", "-")) {
                    command.awaitReading();

                    command.signal(signal);

                    assertThat(command.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
                }
            }
        }
    }

    @Nested
    class OutputThatCannotBeWritten {
        private static final File FULL = new File("/dev/full");

        static boolean thereIsAFullDisk() {
            return FULL.exists();
        }

        @Test
        @EnabledIf(value = "thereIsAFullDisk", disabledReason = "there is no /dev/full")
        void isAFailureThatIsToldOf() throws IOException, InterruptedException {
            try (ExampleHub hub = ExampleHub.start()) {
                for (List<String> arguments :
                        List.of(
                                List.of("call", "tasks.list"),
                                List.of("subscribe", "tasks.watch", "since=0"),
                                List.of("list"),
                                List.of("--help"))) {
                    try (RealCommand command =
                            RealCommand.writingTo(
                                    FULL, hub.uri(), arguments.toArray(String[]::new))) {
                        assertThat(command.exitCode()).isEqualTo(ExitCode.FAILED);

                        assertThat(command.err())
                                .contains("OUTPUT_LOST: the output could not be written: ");
                    }
                }
            }
        }

        @Test
        void becauseItsReaderWentAwayEndsASubscriptionQuietly()
                throws IOException, InterruptedException {
            try (ExampleHub hub = ExampleHub.start();
                    RealCommand command =
                            RealCommand.start(hub.uri(), "subscribe", "tasks.watch", "since=0")) {
                for (int i = 0; i < 3; i++) {
                    command.out().readLine();
                }
                command.out().close();

                hub.console().run("call", "tasks.add", "title=unread");

                assertThat(command.exitCode()).isEqualTo(ExitCode.OK);
                assertThat(command.err()).isEmpty();
            }
        }

        @Test
        void isAFailureOfAFileOnly() {
            TestConsole file = new TestConsole().losing(false);
            TestConsole pipe = new TestConsole().losing(true);

            assertThat(file.run("completion")).isEqualTo(ExitCode.FAILED);
            assertThat(pipe.run("completion")).isEqualTo(ExitCode.OK);

            assertThat(file.err())
                    .isEqualTo("OUTPUT_LOST: the output could not be written: on purpose\n");
            assertThat(pipe.err()).isEmpty();
        }

        @Test
        void doesNotHideWhatWentWrongBefore() {
            TestConsole console = new TestConsole().losing(false);

            assertThat(console.run("check", "missing.yaml")).isEqualTo(ExitCode.NOT_FOUND);
        }
    }

    @Test
    void resultsGoToAFileAsWell() throws IOException, InterruptedException {
        Path file = Files.createTempFile("operations", ".out");
        try (RealCommand command = RealCommand.writingTo(file.toFile(), "", "completion")) {
            assertThat(command.exitCode()).isEqualTo(ExitCode.OK);

            assertThat(Files.readString(file)).startsWith("#!/usr/bin/env bash");
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void theExitCodeIsThatOfTheCommand() throws IOException, InterruptedException {
        try (RealCommand command = RealCommand.start("http://127.0.0.1:9", "list")) {
            assertThat(command.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
        }
    }
}
