package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

class ServeCommandTest {
    private static final Pattern READY =
            Pattern.compile(
                    "Serving (\\d+) operations(?: \\(1 source still loading\\))? at"
                        + " (http://127\\.0\\.0\\.1:\\d+) · open it in a browser or try: operations"
                        + " list --hub \\2\n");
    private static final String TASKS =
            """
            sources:
              - {name: %s, type: provider, provider: tasks}
            """;

    @Test
    void sourcesThatAreStillLoadingAreCounted() {
        ObjectNode ready = Json.mapper().createObjectNode().put("state", "ready");
        ObjectNode failed = Json.mapper().createObjectNode().put("state", "failed");
        ObjectNode loading = Json.mapper().createObjectNode().put("state", "new");

        assertThat(ServeCommand.loading(List.of(ready, failed))).isEmpty();
        assertThat(ServeCommand.loading(List.of(ready, loading)))
                .isEqualTo(" (1 source still loading)");
        assertThat(ServeCommand.loading(List.of(loading, loading)))
                .isEqualTo(" (2 sources still loading)");
    }

    /** Quick to read, and otherwise no different. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "serve",
                "serve hub.yaml",
                "serve --port 0",
                "serve --port 8080 hub.yaml",
                "serve hub.yaml --host ::1 --port 65535",
                "serve --host localhost",
                "serve --watch ops",
                "serve hub.yaml --watch ops/ --port 0",
                "serve --port 99999"
            })
    void plainArgumentsMeanWhatTheParserReads(String line) {
        String[] arguments = line.split(" ", -1);
        ServeCommand plain = ServeCommand.plain(arguments).orElseThrow();
        ServeCommand parsed = new ServeCommand();
        new CommandLine(parsed).parseArgs(Arrays.copyOfRange(arguments, 1, arguments.length));

        assertThat(plain)
                .extracting(
                        command -> command.file,
                        command -> command.folder,
                        command -> command.port,
                        command -> command.host)
                .containsExactly(parsed.file, parsed.folder, parsed.port, parsed.host);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "list",
                "--json serve",
                "serve --json",
                "serve --help",
                "serve --port",
                "serve --port x",
                "serve --port -1",
                "serve --port=8080",
                "serve --port 1 --port 2",
                "serve --host --port 1",
                "serve --watch",
                "serve --watch a --watch b",
                "serve one.yaml two.yaml",
                "serve --prot 8080"
            })
    void anyOtherArgumentsAreLeftToTheParser(String line) {
        assertThat(ServeCommand.plain(line.split(" ", -1))).isEmpty();
    }

    /** A hub on a thread of its own, and the signals it listens to. */
    private static final class Served implements AutoCloseable {
        final Map<String, Runnable> signals = new ConcurrentHashMap<>();
        final TestConsole console = new TestConsole().signals(signals::put);
        final int[] code = {-1};
        final Thread thread;

        Served(String... arguments) {
            thread = Thread.ofPlatform().start(() -> code[0] = console.run(arguments));
        }

        String uri() {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> READY.matcher(console.out()).matches() || !thread.isAlive());
            Matcher ready = READY.matcher(console.out());
            assertThat(ready.matches()).as(console.out() + console.err()).isTrue();
            return ready.group(2);
        }

        int stop() throws InterruptedException {
            thread.interrupt();
            thread.join();
            return code[0];
        }

        @Override
        public void close() {
            thread.interrupt();
        }
    }

    @Test
    void whoIsToldToStopBeforeItServesEndsQuietly() throws InterruptedException {
        TestConsole console = new TestConsole();
        int[] code = {-1};
        Thread serving =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    Thread.currentThread().interrupt();
                                    code[0] = console.run("serve", "--port", "0");
                                });
        serving.join();

        assertThat(code[0]).as(console.err()).isEqualTo(ExitCode.OK);
        assertThat(console.out()).isEmpty();
        assertThat(console.err()).isEqualTo("Stopped before it served\n");
    }

    private static String listed(String uri) {
        TestConsole console = new TestConsole().hub(uri);
        console.run("list", "--json");
        return console.out();
    }

    @Test
    void theExamplesAreServedUntilItIsToldToStop() throws InterruptedException {
        try (Served served = new Served("serve", "--port", "0")) {
            String uri = served.uri();
            TestConsole call = new TestConsole().hub(uri);

            assertThat(call.run("call", "tasks.list", "limit=1")).isEqualTo(ExitCode.OK);
            assertThat(served.stop()).isEqualTo(ExitCode.OK);

            assertThat(call.run("list")).isEqualTo(ExitCode.UNREACHABLE);
            assertThat(served.console.err()).isEqualTo("Stopping …\n");
        }
    }

    @Test
    void readinessCanBeReadByPrograms() throws InterruptedException {
        try (Served served = new Served("serve", "--port", "0", "--json")) {
            await().until(() -> served.console.out().endsWith("\n"));

            // The MCP server may be there already, or not yet.
            assertThat(served.console.json().get("operations").asInt()).isBetween(12, 16);
            assertThat(served.console.json().get("uri").asString()).startsWith("http://127.0.0.1:");
            assertThat(served.console.json().at("/sources/0"))
                    .isEqualTo(
                            Json.parse(
                                    """
                                    {"name": "tasks", "kind": "code", "state": "ready",
                                     "operations": 6}
                                    """));
            assertThat(served.stop()).isEqualTo(ExitCode.OK);
        }
    }

    @Test
    void aChangedFileIsReadAgain(@TempDir Path folder) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("hub.yaml"), TASKS.formatted("first"));
        try (Served served = new Served("serve", file.toString(), "--port", "0")) {
            String uri = served.uri();
            assertThat(listed(uri)).contains("first.list");

            Files.writeString(file, TASKS.formatted("another"));

            await().until(() -> listed(uri).contains("another.list"));
            assertThat(listed(uri)).doesNotContain("first.list");
            assertThat(served.stop()).isEqualTo(ExitCode.OK);
            assertThat(served.console.err()).contains("Reloaded " + file + "\n");
        }
    }

    @Test
    void hangingUpReadsTheFileAgainAndABrokenOneChangesNothing(@TempDir Path folder)
            throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("hub.yaml"), TASKS.formatted("first"));
        try (Served served = new Served("serve", file.toString(), "--port", "0")) {
            String uri = served.uri();
            Files.writeString(file, "soruces: []\n");

            Objects.requireNonNull(served.signals.get("HUP")).run();

            // It may have said where it serves before it can reload.
            await().untilAsserted(
                            () ->
                                    assertThat(served.console.err())
                                            .startsWith(
                                                    "Not reloaded, the config is unchanged:\n"
                                                            + file
                                                            + ":1:1: "));
            assertThat(listed(uri)).contains("first.list");
            assertThat(served.stop()).isEqualTo(ExitCode.OK);
        }
    }

    @Test
    void aReloadReadsRegularFilesOfASensibleSizeOnly(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("hub.yaml"), TASKS.formatted("first"));
        try (Served served = new Served("serve", file.toString(), "--port", "0")) {
            String uri = served.uri();

            Files.delete(file);
            assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
            await().until(() -> served.console.err().contains("is not a regular file"));

            Files.delete(file);
            try (RandomAccessFile huge = new RandomAccessFile(file.toFile(), "rw")) {
                huge.setLength(1L << 40);
            }
            await().until(() -> served.console.err().contains("is larger than"));
            assertThat(listed(uri)).contains("first.list");

            Files.delete(file);
            Files.writeString(file, TASKS.formatted("another"));
            await().until(() -> listed(uri).contains("another.list"));
            assertThat(served.stop()).isEqualTo(ExitCode.OK);
        }
    }

    @Test
    void aChangedFileOfMcpServersIsReadAgain(@TempDir Path folder) throws Exception {
        Path servers = folder.resolve("mcp.json");
        Files.writeString(servers, "{\"mcpServers\": {}}");
        Path file =
                Files.writeString(
                        folder.resolve("hub.yaml"),
                        "mcpServers: mcp.json\n" + TASKS.formatted("first"));
        try (Served served = new Served("serve", file.toString(), "--port", "0")) {
            String uri = served.uri();
            assertThat(listed(uri)).doesNotContain("\"far\"");

            Files.writeString(
                    servers, "{\"mcpServers\": {\"far\": {\"url\": \"http://127.0.0.1:1/mcp\"}}}");

            await().until(() -> listed(uri).contains("\"far\""));
            assertThat(listed(uri)).contains("first.list");
            assertThat(served.stop()).isEqualTo(ExitCode.OK);
        }
    }

    @Test
    void aHubWithoutRestSuggestsNoCommand(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("hub.yaml"), "gateways: [metrics]\n");
        try (Served served = new Served("serve", file.toString(), "--port", "0")) {
            await().until(() -> served.console.out().endsWith("\n"));

            assertThat(served.console.out())
                    .matches("Serving 0 operations at http://127\\.0\\.0\\.1:\\d+\n");
            assertThat(served.stop()).isEqualTo(ExitCode.OK);
        }
    }

    @Test
    void whatChangesWhileItStartsTakesEffectWhenItHas(@TempDir Path folder)
            throws IOException, InterruptedException {
        for (boolean signalled : List.of(true, false)) {
            try (SlowApi api = SlowApi.withSlowDocument()) {
                String slow = "sources: [" + api.source() + "]";
                Path file = Files.writeString(folder.resolve("hub.yaml"), slow);
                try (Served served = new Served("serve", file.toString(), "--port", "0")) {
                    api.awaitRequest();
                    Files.writeString(file, TASKS.formatted("changed"));
                    if (signalled) {
                        Objects.requireNonNull(served.signals.get("HUP")).run();
                    }
                    api.answer();

                    String uri = served.uri();
                    await().until(() -> listed(uri).contains("changed.list"));
                    assertThat(served.stop()).isEqualTo(ExitCode.OK);
                }
            }
        }
    }

    @Test
    void aPortThatIsTakenIsToldOf() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            TestConsole console = new TestConsole();

            assertThat(console.run("serve", "--port", "" + taken.getLocalPort()))
                    .isEqualTo(ExitCode.FAILED);

            assertThat(console.errLines().getFirst())
                    .startsWith("CANNOT_SERVE: ")
                    .contains("127.0.0.1:" + taken.getLocalPort());
        }
    }

    @Test
    void anAuditFileThatCannotBeOpenedIsReportedWithItsReason(@TempDir Path folder)
            throws IOException, InterruptedException {
        Path pipe = folder.resolve("audit");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        Path config = Files.writeString(folder.resolve("hub.yaml"), "audit: {file: audit}\n");
        TestConsole console = new TestConsole();

        assertThat(console.run("serve", config.toString(), "--port", "0"))
                .isEqualTo(ExitCode.FAILED);

        assertThat(console.errLines().getFirst())
                .isEqualTo(
                        "IO_ERROR: the audit file "
                                + pipe
                                + " cannot be written: it cannot be opened; if it is a pipe, it"
                                + " needs a reader");
    }

    @Test
    void anOpenHostWithoutTokensIsRefused() {
        TestConsole console = new TestConsole();

        assertThat(console.run("serve", "--host", "0.0.0.0", "--port", "0"))
                .isEqualTo(ExitCode.USAGE);

        assertThat(console.err())
                .isEqualTo(
                        "operations: listening on 0.0.0.0 needs tokens; without, use 127.0.0.1\n");
    }

    @Test
    void aMissingFileIsNotFound() {
        TestConsole console = new TestConsole();

        assertThat(console.run("serve", "missing.yaml")).isEqualTo(ExitCode.NOT_FOUND);

        assertThat(console.err())
                .isEqualTo(
                        """
                        FILE_NOT_FOUND: there is no file missing.yaml
                        Without a file, serve runs the examples.
                        """);
    }
}
