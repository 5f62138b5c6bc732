package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command as it really runs. */
class CommandProcessTest {
    private final List<Process> started = new ArrayList<>();

    private Process start(String hub, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.add(OperationsCommand.class.getName());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("OPERATIONS_HUB", hub);
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        Process process = builder.start();
        started.add(process);
        return process;
    }

    @AfterEach
    void endWhatWasStarted() {
        started.forEach(Process::destroyForcibly);
    }

    private static int exitCode(Process process) throws InterruptedException {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ends in time").isTrue();
        return process.exitValue();
    }

    private static void send(String signal, Process process)
            throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    }

    @Test
    void aHubIsServedCalledAndDrainedOnTerm() throws IOException, InterruptedException {
        Process hub = start("", "serve", "--port", "0");
        try (BufferedReader out = hub.inputReader(StandardCharsets.UTF_8)) {
            String uri = out.readLine().replaceAll(".* at (\\S+) .*", "$1");
            Process call = start(uri, "call", "tasks.get", "id=1", "--json");

            assertThat(call.inputReader(StandardCharsets.UTF_8).readLine())
                    .startsWith("{\"id\":1,\"title\":\"List the operations\"");
            assertThat(exitCode(call)).isEqualTo(ExitCode.OK);

            send("TERM", hub);
            assertThat(exitCode(hub)).isEqualTo(ExitCode.OK);
        }
    }

    @Test
    void interruptingASubscriptionClosesItCleanly() throws IOException, InterruptedException {
        try (ExampleHub hub = ExampleHub.start()) {
            for (String signal : List.of("INT", "TERM")) {
                Process process = start(hub.uri(), "subscribe", "tasks.watch", "since=0");
                // The line is there at once: nothing waits for a full buffer.
                assertThat(process.inputReader(StandardCharsets.UTF_8).readLine())
                        .startsWith("{\"sequence\":1,");

                send(signal, process);

                assertThat(exitCode(process)).isEqualTo(ExitCode.INTERRUPTED);
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> hub.hub().registry().openSubscriptions() == 0);
            }
        }
    }

    @Test
    void aReaderThatGoesAwayEndsASubscription() throws IOException, InterruptedException {
        try (ExampleHub hub = ExampleHub.start()) {
            Process process = start(hub.uri(), "subscribe", "tasks.watch", "since=0");
            BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
            for (int i = 0; i < 3; i++) {
                out.readLine();
            }
            out.close();

            hub.console().run("call", "tasks.add", "title=unread");

            assertThat(exitCode(process)).isEqualTo(ExitCode.OK);
        }
    }

    @Test
    void theExitCodeIsThatOfTheCommand() throws IOException, InterruptedException {
        assertThat(exitCode(start("http://127.0.0.1:9", "list"))).isEqualTo(ExitCode.UNREACHABLE);
    }
}
