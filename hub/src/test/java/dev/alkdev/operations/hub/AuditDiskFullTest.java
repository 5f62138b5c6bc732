package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** An audit file that cannot grow. */
@Timeout(120)
class AuditDiskFullTest {
    @TempDir private Path folder;

    @Test
    void lostLinesAreCountedTheHubIsDegradedAndNoHalfLineStays() throws Exception {
        Path file = folder.resolve("calls.jsonl");
        String yaml = HubFixtures.TEST_SOURCE + "audit: {file: \"" + file + "\"}\n";
        // A limit of the size of files is met as a full disk is, in the middle of a line.
        List<String> small = List.of("/bin/sh", "-c", "ulimit -f 4; exec \"$0\" \"$@\"");
        try (HubProcess hub = HubProcess.start(small, yaml, "-Xmx96m", "-XX:-UsePerfData");
                HubClient client = HubClient.at(hub.uri())) {
            for (int i = 0; i < 100; i++) {
                assertThat(client.call("test.echo", "{}").statusCode()).isEqualTo(200);
            }
            await().untilAsserted(
                            () ->
                                    assertThat(client.get("/metrics").body())
                                            .containsPattern(
                                                    "operations_audit_lost_total\\{hub=\"hub\"\\}"
                                                            + " [1-9]"));
            assertThat(client.json("/health/ready").path("status").asString())
                    .isEqualTo("degraded");
            String text = Files.readString(file);
            assertThat(text).endsWith("}\n");
            assertThatCode(() -> text.lines().forEach(Json::parse)).doesNotThrowAnyException();
        }
    }
}
