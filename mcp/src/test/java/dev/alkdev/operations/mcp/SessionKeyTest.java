package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.CapturedLog;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Sessions of older clients, over a restart of the server and after their end. */
@ExtendWith(LeakCheck.class)
class SessionKeyTest {
    private static final McpVersion V = McpVersion.V2025_11_25;

    @TempDir private Path folder;

    private Path file() {
        return folder.resolve("state").resolve("hub.mcp-key");
    }

    private static McpTestServer server(McpOptions options) {
        return McpTestServer.serving(
                McpGateway.over(OperationRegistry.create())
                        .authenticator(new NamedCallers())
                        .options(options));
    }

    private static int status(McpTestServer server, String session, String caller) {
        return server.post(
                        "/mcp",
                        server.body("tools/list", "{}"),
                        "Mcp-Session-Id",
                        session,
                        "Authorization",
                        "Bearer " + caller)
                .status();
    }

    private static String opened(McpOptions options) {
        try (McpTestServer server = server(options)) {
            return server.session(V, "{}", "Authorization", "Bearer ann").id();
        }
    }

    private static Path ownersOnly(Path file) throws IOException {
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void aSessionHoldsAfterARestartForItsOwnerOnly() throws IOException {
        McpOptions options = McpOptions.defaults().withKeyFile(file());
        String session = opened(options);
        try (McpTestServer restarted = server(options)) {
            assertThat(status(restarted, session, "ann")).isEqualTo(200);
            assertThat(status(restarted, session, "bob")).isEqualTo(404);
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        try (Stream<Path> files = Files.list(file().getParent())) {
            assertThat(files).containsExactly(file());
        }
    }

    @Test
    void withoutAFileItEndsWithTheProcess() {
        String session = opened(McpOptions.defaults());
        try (McpTestServer restarted = server(McpOptions.defaults())) {
            assertThat(status(restarted, session, "ann")).isEqualTo(404);
        }
    }

    @Test
    void aGivenKeyTakesThePlaceOfTheFile() {
        opened(McpOptions.defaults().withKeyFile(file()).withKey("k".repeat(32)));
        assertThat(file()).doesNotExist();
    }

    @Test
    void aFileThatOthersCanReadIsNotUsed() throws IOException {
        McpOptions options = McpOptions.defaults().withKeyFile(file());
        String session = opened(options);
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r--r--"));
        try (CapturedLog log = new CapturedLog();
                McpTestServer restarted = server(options)) {
            assertThat(status(restarted, session, "ann")).isEqualTo(404);
            assertThat(log.of("McpGateway")).anyMatch(line -> line.contains("mode should be 600"));
        }
    }

    @Test
    void linksShortFilesAndFoldersAreNotUsed() throws IOException {
        Files.createDirectories(file().getParent());
        Path whole = ownersOnly(Files.writeString(folder.resolve("whole"), "k".repeat(40)));
        Path brief = ownersOnly(Files.writeString(folder.resolve("brief"), "secret"));
        Files.createSymbolicLink(file(), whole);
        try (CapturedLog log = new CapturedLog()) {
            for (Path wrong : List.of(file(), brief, folder, whole.resolve("below"))) {
                assertThat(new KeyFile(wrong).read()).as("%s", wrong).isEmpty();
            }
            assertThat(log.of("McpGateway")).hasSize(4);
        }
        assertThat(new KeyFile(whole).read()).contains("k".repeat(40));
    }

    @Test
    void endedSessionsStayEndedHoweverManyThereAre() {
        Sessions sessions =
                new Sessions(new Signer(McpOptions.defaults()::key), TimeSource.system());
        EndedSessions ended = new EndedSessions(3);
        Sessions.Session first = session(sessions, "ann");
        ended.add(first);
        for (int i = 0; i < 10; i++) {
            ended.add(session(sessions, "ann"));
        }

        assertThat(ended.contains(first)).isTrue();
        assertThat(ended.contains(session(sessions, "bob"))).isFalse();
    }

    private static Sessions.Session session(Sessions sessions, String name) {
        Caller caller = Caller.of(Identity.of(name));
        String id = sessions.open(V, Json.parse("{}"), caller);
        return Objects.requireNonNull(sessions.find(id, caller));
    }

    @Test
    void aDeletedSessionIsOver() throws Exception {
        try (McpTestServer server = server(McpOptions.defaults())) {
            McpTestSession session = server.session(V, "{}", "Authorization", "Bearer ann");
            assertThat(session.delete()).isEqualTo(200);
            assertThat(status(server, session.id(), "ann")).isEqualTo(404);
            assertThat(session.delete()).isEqualTo(404);
        }
    }
}
