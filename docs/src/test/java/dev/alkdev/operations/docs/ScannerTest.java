package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.scan.OperationManifest;
import dev.alkdev.operations.scan.OperationScanner;
import dev.alkdev.operations.scan.ScanSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The snippets of {@code docs/guide/scanner.md}, in its order. */
class ScannerTest {
    private final OperationRegistry registry = OperationRegistry.create();

    @TempDir Path folder;

    /** What many frameworks have. */
    private interface Container {
        <T> T getBean(Class<T> type);
    }

    @Test
    void packagesAreScanned() {
        // snippet: scan-packages
        OperationManifest found = OperationScanner.packages("com.acme").scan();
        registry.registerAll(found.bindings());
        // end

        assertThat(found.failures())
                .hasToString("[com.acme: no class with @Operations was found in com.acme]");
    }

    @Test
    void objectsComeFromAContainer() {
        Container container =
                new Container() {
                    @Override
                    public <T> T getBean(Class<T> type) {
                        throw new IllegalArgumentException("there is no bean of " + type);
                    }
                };

        // snippet: scan-instances
        OperationManifest found =
                OperationScanner.packages("com.acme").instances(container::getBean).scan();
        // end

        assertThat(found.operations()).isEmpty();
    }

    @Test
    void aFolderIsWatched() throws IOException {
        Files.writeString(
                folder.resolve("Hello.java"),
                """
                import dev.alkdev.operations.code.*;
                @Operations("hello") class Hello {
                    @Query String greet(String name) { return "Hello, " + name + "!"; }
                }
                """);
        // snippet: scan-folder
        try (ScanSource source = OperationScanner.folder(folder).watch().source()) {
            source.start(registry);
            String answer =
                    registry.execute("hello.greet", Map.of("name", "Ann"), String.class).unwrap();
            // pause
            assertThat(answer).isEqualTo("Hello, Ann!");
            assertThat(source.manifest().failures()).isEmpty();
            // resume
        }
        // end
    }

    @Test
    void aSpecOfAFileGetsItsHandlerFromCode() throws IOException {
        Files.writeString(
                folder.resolve("send.operation.json"),
                """
                {"namespace": "mail", "name": "send", "version": "1.0.0", "type": "mutation",
                 "description": "Sends a letter", "inputSchema": {"type": "object"},
                 "outputSchema": {"type": "string"}, "accessControl": {"requiredScopes": []}}
                """);
        try (ScanSource source = OperationScanner.folder(folder).source()) {
            source.start(registry);
            // snippet: scan-handler
            registry.registerHandler("mail.send", (input, context) -> "sent");
            // end
            assertThat(registry.execute("mail.send", Map.of(), String.class).unwrap())
                    .isEqualTo("sent");
        }
    }
}
