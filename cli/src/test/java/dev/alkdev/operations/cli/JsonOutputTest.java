package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class JsonOutputTest {
    /** What each command needs to succeed; the hidden one prints nothing. */
    private static Map<String, List<String>> arguments(Path folder) throws IOException {
        Path config = Files.writeString(folder.resolve("hub.yaml"), HubFile.defaultText());
        Path document =
                Files.writeString(
                        folder.resolve("openapi.yaml"),
                        "{openapi: 3.1.0, info: {title: T, version: '1'}, paths: {}}");
        Map<String, List<String>> arguments = new HashMap<>();
        arguments.put("serve", List.of("--port", "0"));
        arguments.put("list", List.of());
        arguments.put("search", List.of("task"));
        arguments.put("describe", List.of("tasks.add"));
        arguments.put("call", List.of("tasks.list"));
        arguments.put("subscribe", List.of("tasks.watch", "since=0", "--limit", "1"));
        arguments.put("generate", List.of("java", "tasks.add", "-o", folder.toString()));
        arguments.put("inspect", List.of(document.toString()));
        arguments.put("check", List.of(config.toString()));
        arguments.put("token", List.of("--id", "ann"));
        arguments.put("new", List.of(folder.resolve("hello").toString()));
        arguments.put("completion", List.of());
        return arguments;
    }

    @Test
    void everyCommandPrintsOneJsonValueInOneLine(@TempDir Path folder)
            throws IOException, InterruptedException {
        Map<String, List<String>> arguments = arguments(folder);
        List<String> names = new ArrayList<>(OperationsCommand.COMMANDS.keySet());
        names.remove("train");
        // Prints the messages of a protocol.
        names.remove("mcp");
        assertThat(arguments.keySet()).containsExactlyInAnyOrderElementsOf(names);
        try (ExampleHub hub = ExampleHub.start()) {
            for (String name : names) {
                TestConsole console = hub.console();
                List<String> line = new ArrayList<>(List.of(name, "--json"));
                line.addAll(arguments.get(name));
                Thread running =
                        Thread.ofPlatform().start(() -> console.run(line.toArray(String[]::new)));
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> console.out().endsWith("\n") || !running.isAlive());
                if (name.equals("serve")) {
                    running.interrupt();
                }
                running.join();

                assertThat(console.lines()).as(name + ": " + console.err()).hasSize(1);
                assertThat(Json.parse(console.out()).isObject()).as(name).isTrue();
            }
        }
    }
}
