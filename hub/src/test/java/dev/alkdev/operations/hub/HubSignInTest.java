package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.CapturedLog;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Missing and wrong tokens: written down, counted, slowed. */
@Timeout(60)
class HubSignInTest {
    private static final String TOKENS =
            "tokens:\n"
                    + HubFixtures.token("ann", "right")
                    + HubFixtures.token("prometheus", "metrics", "hub:metrics");

    @TempDir private Path folder;

    private Hub start() {
        Path file = folder.resolve("calls.jsonl");
        return HubFixtures.started(
                HubFixtures.TEST_SOURCE + TOKENS + "audit: {file: \"" + file + "\"}\n");
    }

    private List<JsonNode> refusals() throws IOException {
        return Files.readAllLines(folder.resolve("calls.jsonl")).stream()
                .map(Json::parse)
                .filter(line -> line.path("outcome").asString("").equals("SIGN_IN_REFUSED"))
                .toList();
    }

    @Test
    void wrongTokensAreWrittenOnceCountedAndSlowed() throws Exception {
        try (CapturedLog log = new CapturedLog();
                Hub hub = start();
                HubClient client = HubClient.of(hub)) {
            HubClient wrong = client.with("wrong");
            for (int i = 0; i < 10; i++) {
                assertThat(wrong.call("test.echo", "{}").statusCode()).isEqualTo(401);
            }
            long start = System.nanoTime();
            for (int i = 0; i < 5; i++) {
                assertThat(wrong.call("test.echo", "{}").statusCode()).isEqualTo(401);
            }
            assertThat(System.nanoTime() - start).isGreaterThan(700_000_000L);

            assertThat(client.with("right").call("test.echo", "{}").statusCode()).isEqualTo(200);
            assertThat(log.of("dev.alkdev.operations.signin.RefusedSignIns"))
                    .containsExactly(
                            "Authentication of 127.0.0.1 failed: unknown token (1 since the last"
                                    + " such line)");
            assertThat(client.with("metrics").get("/metrics").body())
                    .contains(
                            "operations_signins_refused_total{hub=\"hub\",reason=\"unknown token\"}"
                                    + " 15.0");
            await().untilAsserted(() -> assertThat(refusals()).hasSize(1));
            assertThat(refusals().getFirst().path("address").asString()).isEqualTo("127.0.0.1");
            assertThat(refusals().getFirst().path("reason").asString()).isEqualTo("unknown token");
        }
    }

    @Test
    void missingTokensAreInTheAuditAndHealthChecksAreNot() throws Exception {
        try (Hub hub = start();
                HubClient client = HubClient.of(hub)) {
            assertThat(client.get("/health/ready").statusCode()).isEqualTo(200);
            assertThat(client.call("test.echo", "{}").statusCode()).isEqualTo(401);

            await().untilAsserted(() -> assertThat(refusals()).hasSize(1));
            assertThat(refusals().getFirst().path("reason").asString()).isEqualTo("missing token");
            assertThat(refusals().getFirst().path("count").intValue()).isEqualTo(1);
        }
    }

    @Test
    void linksWithWrongTokensAreCountedToo() throws Exception {
        try (Hub hub = start();
                HubClient client = HubClient.of(hub)) {
            assertThatThrownBy(() -> HubFixtures.linked(hub, "wrong", OperationRegistry.create()));

            await().untilAsserted(() -> assertThat(refusals()).isNotEmpty());
            assertThat(client.with("metrics").get("/metrics").body())
                    .contains("operations_signins_refused_total");
        }
    }

    @Test
    void metricsNameAllOperationsAndNeedAScope() throws Exception {
        try (Hub hub = start();
                HubClient client = HubClient.of(hub)) {
            assertThat(client.with("right").get("/metrics").statusCode()).isEqualTo(403);
            assertThat(client.with("right").get("/metrics").body())
                    .contains("the metrics need the scope hub:metrics");
            assertThat(client.with("metrics").get("/metrics").statusCode()).isEqualTo(200);
        }
    }
}
