package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.code.Operations;
import dev.alkdev.operations.code.Query;
import dev.alkdev.operations.config.ConfigException;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** {@code type: scan}. */
@ExtendWith(LeakCheck.class)
class HubScanTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir Path folder;

    @Operations("greeting")
    static class Greetings {
        @Query
        String get(String name) {
            return "Hello " + name;
        }
    }

    private Hub hub(String source) {
        HubConfig config =
                HubConfig.parse("gateways: []\nsources: [" + source + "]", folder, name -> null);
        Hub hub = Hub.of(config);
        hub.startSources();
        assertThat(hub.awaitSources(PATIENCE)).isTrue();
        return hub;
    }

    private void write(String answer) throws IOException {
        Path ops = Files.createDirectories(folder.resolve("ops"));
        Path beside = Files.writeString(folder.resolve("part"), source(answer));
        Files.move(
                beside,
                ops.resolve("Shop.java"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }

    private static String source(String answer) {
        return """
        import dev.alkdev.operations.code.*;
        @Operations("shop") class Shop {
            @Query String get(String id) { return "%s " + id; }
        }
        """
                .formatted(answer);
    }

    private static String call(Hub hub, String id) {
        return hub.registry().execute(id, Map.of("id", "A-17")).data().asString();
    }

    private static OperationSource.Status status(Hub hub) {
        return hub.sources().getFirst().status();
    }

    @Test
    void aFolderIsServedUnderTheRulesOfTheConfigAndReloaded() throws IOException {
        write("first");
        try (Hub hub = hub("{name: ops, type: scan, folder: ops, watch: true, scopes: [shop]}")) {
            OperationRegistry registry = hub.registry();
            assertThat(call(hub, "shop.get")).isEqualTo("first A-17");
            assertThatThrownBy(
                            () ->
                                    registry.execute(
                                            "shop.get", Map.of("id", "x"), Caller.anonymous()))
                    .isInstanceOf(CallException.class)
                    .hasMessageContaining("denied");

            write("second");
            await().atMost(PATIENCE).until(() -> call(hub, "shop.get").equals("second A-17"));

            Files.writeString(folder.resolve("ops/Bad.java"), "@Operations(\"bad\") class Bad {");
            await().atMost(PATIENCE).until(() -> status(hub).leftOut().containsKey("Bad.java"));
            assertThat(status(hub).state()).isEqualTo(State.READY);
            assertThat(call(hub, "shop.get")).isEqualTo("second A-17");
        }
    }

    @Test
    void aNamespaceOfTheConfigPrecedesThatOfTheClass() throws IOException {
        write("first");
        try (Hub hub = hub("{name: ops, type: scan, folder: ops, namespace: mine}")) {
            assertThat(call(hub, "mine.shop_get")).isEqualTo("first A-17");
        }
    }

    @Test
    void aFolderThatIsNotWatchedIsReadAgainWhenTheHubReloads() throws IOException {
        write("first");
        try (Hub hub = hub("{name: ops, type: scan, folder: ops}")) {
            HubConfig config = hub.config();
            write("second");
            assertThat(call(hub, "shop.get")).isEqualTo("first A-17");

            hub.reload(config, "test");

            await().atMost(PATIENCE).until(() -> call(hub, "shop.get").equals("second A-17"));
        }
    }

    @Test
    void aSpecIsListedAndWaitsForItsHandler() throws IOException {
        Files.createDirectory(folder.resolve("ops"));
        Files.writeString(
                folder.resolve("ops/send.operation.yaml"),
                """
                namespace: mail
                name: send
                version: 1.0.0
                type: mutation
                description: Sends a letter
                inputSchema: {type: object}
                outputSchema: {type: string}
                accessControl: {requiredScopes: []}
                """);
        try (Hub hub = hub("{name: ops, type: scan, folder: ops, scopes: [mail]}")) {
            assertThat(hub.registry().isCallable("mail.send")).isFalse();
            hub.registry().registerHandler("mail.send", (input, context) -> "sent");

            assertThat(hub.registry().execute("mail.send", Map.of()).data().asString())
                    .isEqualTo("sent");
            assertThat(hub.registry().spec("mail.send").accessControl().requiredScopes())
                    .containsExactly("mail");
        }
    }

    @Test
    void annotatedClassesOfPackagesAreFound() {
        try (Hub hub = hub("{name: code, type: scan, packages: [dev.alkdev.operations.hub]}")) {
            assertThat(
                            hub.registry()
                                    .execute("greeting.get", Map.of("name", "Ann"))
                                    .data()
                                    .asString())
                    .isEqualTo("Hello Ann");
        }
    }

    @Test
    void aConfigHasAFolderThatExistsOrPackages() {
        assertProblem("{name: a, type: scan}", "a scan has either a 'folder' or 'packages'");
        assertProblem(
                "{name: a, type: scan, folder: ., packages: [com.acme]}",
                "a scan has either a 'folder' or 'packages'");
        assertProblem(
                "{name: a, type: scan, packages: [com.acme], watch: true}",
                "'watch' is for a folder");
        assertProblem("{name: a, type: scan, folder: nowhere}", "there is no folder \"nowhere\"");
    }

    private void assertProblem(String source, String message) {
        assertThatThrownBy(() -> HubConfig.parse("sources: [" + source + "]", folder, name -> null))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }
}
