package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.cli.Console.Screen;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

class ProgressTest {
    private static final Duration AT_ONCE = Duration.ofMillis(1);
    private static final Screen TERMINAL = new Screen(true, true, 80);

    private static TestConsole watched() {
        return new TestConsole().screen(TERMINAL);
    }

    @Test
    void isShownOnATerminalAndGoneAfterwards() {
        TestConsole console = watched();

        try (Progress progress = new Progress(console.console(), "Reading", AT_ONCE)) {
            await().until(() -> console.err().contains("\r\u001b[KReading … 0 s"));
        }

        assertThat(console.err()).endsWith("\r\u001b[K");
    }

    @Test
    void isNotShownWhereNobodyLooks() {
        TestConsole terminal = watched();
        TestConsole pipe = new TestConsole();
        TestConsole program = watched();
        Console json = program.console();
        json.json(true);

        try (Progress first = new Progress(pipe.console(), "Reading", AT_ONCE);
                Progress second = new Progress(json, "Reading", AT_ONCE);
                Progress last = new Progress(terminal.console(), "Reading", AT_ONCE)) {
            // Begun after the others, it has been shown more than once: so would they have been.
            await().until(() -> terminal.err().split("Reading", -1).length > 3);
        }

        assertThat(pipe.err()).isEmpty();
        assertThat(program.err()).isEmpty();
    }

    @Test
    void isNotShownForWhatIsQuick() {
        TestConsole console = watched();

        new Progress(console.console(), "Reading", Duration.ofHours(1)).close();

        assertThat(console.err()).isEmpty();
    }

    @Test
    void inspectShowsIt() throws IOException, InterruptedException {
        try (SlowApi api = SlowApi.withSlowDocument()) {
            TestConsole console = watched();
            Thread command =
                    Thread.ofPlatform().start(() -> console.run("inspect", api.document()));

            await().until(() -> console.err().contains("Reading " + api.document() + " … 0 s"));
            api.answer();
            command.join();

            assertThat(console.err()).endsWith("\r\u001b[K");
            assertThat(console.out()).contains("Slow");
        }
    }

    @Test
    void aConfigShowsItWhileItsSourcesStart(@TempDir Path folder)
            throws IOException, InterruptedException {
        try (SlowApi api = SlowApi.withSlowDocument()) {
            Path file = folder.resolve("hub.yaml");
            Files.writeString(file, "sources: [" + api.source() + "]");
            TestConsole console = watched();
            Thread command =
                    Thread.ofPlatform()
                            .start(() -> console.run("list", "--config", file.toString()));

            await().until(
                            () ->
                                    console.err()
                                            .contains(
                                                    "Starting the sources of " + file + " … 0 s"));
            api.answer();
            command.join();

            assertThat(console.out()).contains("slow.listThings");
        }
    }
}
