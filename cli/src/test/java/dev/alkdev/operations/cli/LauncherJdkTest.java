package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.cli.Console.Screen;
import dev.alkdev.operations.cli.LauncherSandbox.Result;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.spi.ToolProvider;

/** The launcher with the JDK of the tests and what is on their class path, in jars. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher needs /bin/sh")
class LauncherJdkTest {
    private static final Path SCRIPT = Path.of("/usr/bin/script");

    private static LauncherSandbox sandbox;
    private static Result first;

    @BeforeAll
    static void prepare(@TempDir Path folder) throws IOException {
        sandbox = LauncherSandbox.in(folder);
        Path lib = Files.createDirectories(sandbox.home().resolve("cli/target/dist/lib"));
        ToolProvider jar = ToolProvider.findFirst("jar").orElseThrow();
        int number = 0;
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            Path to = lib.resolve(String.format("%03d.jar", number++));
            if (Files.isRegularFile(path)) {
                Files.copy(path, to);
            } else if (Files.isDirectory(path) && !path.endsWith("test-classes")) {
                jar.run(System.out, System.err, "-cf", to.toString(), "-C", entry, ".");
            }
        }
        Files.writeString(sandbox.home().resolve("cli/target/dist/built"), "");
        first = run("", "--version");
        assertThat(first.code()).as(first.err()).isZero();
    }

    private static Result run(String options, String... arguments) {
        try {
            return sandbox.run(environment(options), sandbox.script(), arguments);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, String> environment(String options) {
        return Map.of(
                "JAVA_HOME",
                System.getProperty("java.home"),
                "OPERATIONS_JAVA_OPTS",
                options,
                "SHELL",
                "/bin/sh",
                "TERM",
                "xterm");
    }

    @Test
    @EnabledForJreRange(minVersion = 25, disabledReason = "older JDKs have no start-up cache")
    void theCacheThatTheFirstStartMadeIsUsed() {
        // With this mode the JVM refuses to start if the cache does not fit.
        Result second = run("-XX:AOTMode=on", "--version");

        assertThat(first.err()).isEqualTo("operations: making a start-up cache, once\n");
        assertThat(second.code()).as(second.err()).isZero();
        assertThat(second.out()).startsWith("operations ");
        assertThat(second.err()).isEmpty();
    }

    @Test
    void aHubAnswersSoonAfterItsStart() throws IOException, InterruptedException {
        long start = System.nanoTime();
        try (RealCommand hub =
                RealCommand.launch(sandbox.script(), environment(""), "serve", "--port", "0")) {
            TestConsole console = new TestConsole().hub(hub.uri());
            assertThat(console.run("call", "tasks.get", "id=1")).isEqualTo(ExitCode.OK);
            Duration taken = Duration.ofNanos(System.nanoTime() - start);
            System.out.println("start to first answered call: " + taken.toMillis() + " ms");

            assertThat(taken).isLessThan(Duration.ofSeconds(10));
            hub.signal("TERM");
            assertThat(hub.exitCode()).isEqualTo(ExitCode.OK);
        }
    }

    static boolean thereIsAPseudoTerminal() {
        return Files.isExecutable(SCRIPT);
    }

    @Test
    @EnabledIf(value = "thereIsAPseudoTerminal", disabledReason = "util-linux has no script here")
    void aTerminalGetsColoursAndItsWidth() throws IOException, InterruptedException {
        try (ExampleHub hub = ExampleHub.start()) {
            String list = "'" + sandbox.script() + "' list --hub " + hub.uri();
            Result terminal =
                    sandbox.run(
                            environment(""),
                            SCRIPT,
                            "-qec",
                            "stty cols 42 && " + list,
                            "/dev/null");
            Result pipe = run("", "list", "--hub", hub.uri());

            TestConsole wide = hub.console().screen(new Screen(true, true, 42));
            wide.run("list");
            assertThat(terminal.out().replace("\r\n", "\n")).isEqualTo(wide.out() + wide.err());
            assertThat(terminal.out()).contains("\u001b[33mmutation\u001b[0m", "…");
            assertThat(pipe.out()).doesNotContain("\u001b", "…");
        }
    }
}
