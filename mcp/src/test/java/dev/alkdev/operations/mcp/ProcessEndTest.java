package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** How the processes of servers end. */
@Timeout(60)
class ProcessEndTest {
    @TempDir private Path folder;

    /** A program that exits without closing its client. */
    public static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            McpClient client =
                    McpClient.connect(FaultyServer.options("deaf", arguments[0]).build());
            client.listTools();
            System.exit(7);
        }
    }

    private Path record() {
        return folder.resolve("record");
    }

    @Test
    void aServerThatDoesNotEndWithItsInputIsTerminated() throws Exception {
        try (McpClient client =
                McpClient.connect(FaultyServer.options("deaf", record().toString()).build())) {
            client.listTools();
        }
        assertThat(record()).hasContent("terminated");
    }

    @Test
    void serversAreTerminatedWhenTheProgramExits() throws Exception {
        Process program =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-Xmx64m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Program.class.getName(),
                                record().toString())
                        .inheritIO()
                        .start();

        assertThat(program.waitFor(50, TimeUnit.SECONDS)).isTrue();
        assertThat(program.exitValue()).isEqualTo(7);
        assertThat(record()).hasContent("terminated");
    }

    private static Stream<ProcessHandle> detached() {
        return ProcessHandle.allProcesses()
                .filter(it -> it.info().commandLine().orElse("").contains("sleep 98765"));
    }

    @Test
    void detachedChildrenEndWithTheirServer() {
        assertThat(Files.isDirectory(Path.of("/proc"))).isTrue();
        try (McpClient client = McpClient.connect(FaultyServer.options("detached").build())) {
            client.listTools();
            await().until(() -> detached().findAny().isPresent());
        }
        await().atMost(Duration.ofSeconds(5)).until(() -> detached().findAny().isEmpty());
    }
}
