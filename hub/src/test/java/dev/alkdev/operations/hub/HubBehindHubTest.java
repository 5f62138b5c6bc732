package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.config.TokenHash;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.TestRedis;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Calls that one hub passes on to another. */
@Timeout(90)
class HubBehindHubTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir Path folder;

    private HubConfig audited(String name, String yaml) {
        return HubConfig.parse(
                "listen: 127.0.0.1:0\naudit: {file: %s.jsonl}\n".formatted(name) + yaml,
                folder,
                variable -> null);
    }

    /** The line of one operation in the audit of a hub, once it is written. */
    private JsonNode line(String name, String operation) {
        return await().atMost(SOON)
                .until(() -> lines(name, operation), lines -> lines.size() == 1)
                .getFirst();
    }

    private List<JsonNode> lines(String name, String operation) throws IOException {
        return Files.readAllLines(folder.resolve(name + ".jsonl")).stream()
                .map(Json::parse)
                .filter(line -> line.get("operation").asString().equals(operation))
                .toList();
    }

    private void assertJoined(String front, String worker, String operation) {
        JsonNode asked = line(front, operation);
        JsonNode done = line(worker, operation);
        assertThat(done.get("parent")).isEqualTo(asked.get("request"));
        assertThat(done.get("request")).isNotEqualTo(asked.get("request"));
    }

    @Test
    void theAuditOfAWorkerNamesTheCallOfTheFront() throws Exception {
        String engine =
                "engine: {url: \"%s\", prefix: test-%s}\n"
                        .formatted(TestRedis.url(), UUID.randomUUID());
        try (Hub worker = HubFixtures.started(audited("worker", engine + HubFixtures.TEST_SOURCE));
                Hub front = HubFixtures.started(audited("front", engine));
                HubClient client = HubClient.of(front)) {
            await().atMost(SOON).until(() -> front.registry().find("test.square").isPresent());
            assertThat(client.call("test.square", "{\"n\": 5}").body()).isEqualTo("25");

            assertJoined("front", "worker", "test.square");
            assertThat(worker.registry().openCalls()).isZero();
        }
    }

    @Test
    void theAuditOfAPeerNamesTheCallOfTheHubInFront() throws Exception {
        try (Hub far = HubFixtures.started(audited("far", HubFixtures.TEST_SOURCE));
                Hub near =
                        HubFixtures.started(
                                audited(
                                        "near",
                                        "sources:\n  - {name: far, type: peer, url: \"%s\"}\n"
                                                .formatted(HubFixtures.linkUri(far))));
                HubClient client = HubClient.of(near)) {
            await().atMost(SOON).until(() -> near.registry().find("test.square").isPresent());
            assertThat(client.call("test.square", "{\"n\": 5}").body()).isEqualTo("25");

            assertJoined("near", "far", "test.square");
        }
    }

    /** The far hub knows nothing of the authorization server: it trusts the hub in front. */
    @Test
    void aTrustedHubPassesOnTheCallersOfAnAuthorizationServer() throws Exception {
        String trusting =
                "tokens:\n  - {id: near, hash: \"%s\", trustIdentities: true}\n"
                        .formatted(TokenHash.of("near-token").text());
        try (TestIssuer issuer = new TestIssuer();
                Hub far = HubFixtures.started(audited("far", trusting))) {
            far.registry()
                    .register(
                            OperationSpec.query("far.secret").requires("admin").build(),
                            (input, context) -> "secret");
            String near =
                    issuer.config("")
                            + "sources:\n  - {name: far, type: peer, url: \"%s\", token: near-token}\n"
                                    .formatted(HubFixtures.linkUri(far));
            try (Hub nearHub = HubFixtures.started(near);
                    HubClient ann = HubClient.of(nearHub).with(issuer.token("ann", "admin"));
                    HubClient bob = HubClient.of(nearHub).with(issuer.token("bob", ""))) {
                await().atMost(SOON).until(() -> nearHub.registry().find("far.secret").isPresent());
                assertThat(ann.call("far.secret", "{}").body()).isEqualTo("\"secret\"");
                assertThat(bob.call("far.secret", "{}").statusCode()).isEqualTo(403);
                assertThat(bob.get("/operations").body()).doesNotContain("far.secret");
                assertThat(line("far", "far.secret").get("caller").asString()).isEqualTo("ann");
            }
        }
    }

    /** The hub in front has no scopes of its own, only the right to name its callers. */
    @Test
    void aTrustedHubPassesOnWhatItsCallersMayCall() throws Exception {
        String trusting =
                "tokens:\n  - {id: near, hash: \"%s\", trustIdentities: true}\n"
                        .formatted(TokenHash.of("near-token").text());
        try (Hub far = HubFixtures.started(trusting)) {
            far.registry()
                    .register(
                            OperationSpec.query("far.secret").requires("admin").build(),
                            (input, context) -> "secret");
            String near =
                    "tokens:\n"
                            + HubFixtures.token("ann", "ann-token", "admin")
                            + HubFixtures.token("bob", "bob-token")
                            + "sources:\n  - {name: far, type: peer, url: \"%s\", token: near-token}\n"
                                    .formatted(HubFixtures.linkUri(far));
            try (Hub nearHub = HubFixtures.started(near);
                    HubClient ann = HubClient.of(nearHub).with("ann-token");
                    HubClient bob = HubClient.of(nearHub).with("bob-token")) {
                await().atMost(SOON).until(() -> nearHub.registry().find("far.secret").isPresent());
                assertThat(ann.call("far.secret", "{}").body()).isEqualTo("\"secret\"");
                assertThat(bob.call("far.secret", "{}").statusCode()).isEqualTo(403);
                assertThat(ann.get("/operations").body()).contains("far.secret");
                assertThat(bob.get("/operations").body()).doesNotContain("far.secret");
            }
        }
    }
}
