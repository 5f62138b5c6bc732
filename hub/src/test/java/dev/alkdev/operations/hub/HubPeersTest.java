package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schemas;
import dev.alkdev.operations.testkit.CapturedLog;
import dev.alkdev.operations.testkit.FreePorts;
import dev.alkdev.operations.testkit.TestKeys;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Two hubs, one of which calls through the other. */
class HubPeersTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private static String peer(Hub far, String more) {
        return "sources:\n  - name: far\n    type: peer\n    url: %s\n%s"
                .formatted(HubFixtures.linkUri(far), more.indent(4));
    }

    private static OperationSource.Status status(Hub hub) {
        return hub.sources().getFirst().status();
    }

    @Test
    void withoutANamespaceOperationsKeepTheirIds() throws Exception {
        try (Hub far = HubFixtures.started(HubFixtures.TEST_SOURCE);
                Hub near = HubFixtures.started(peer(far, ""));
                HubClient client = HubClient.of(near)) {
            assertThat(client.call("test.square", "{\"n\": 3}").body()).isEqualTo("9");
            HttpResponse<String> failed = client.call("test.order", "{}");
            assertThat(failed.statusCode()).isEqualTo(409);
            assertThat(failed.body()).contains("OUT_OF_STOCK", "nothing is left of it");
            try (var lines = client.stream("test.count", "{\"count\": 2}")) {
                assertThat(lines.lines().filter(line -> line.startsWith("data: ")))
                        .contains("data: 0", "data: 1");
            }
            assertThat(status(near).state()).isEqualTo(State.READY);
            assertThat(client.json("/operations").get("sources").get(0).get("kind").asString())
                    .isEqualTo("peer");
        }
    }

    @Test
    void rulesApplyToPeers() {
        String rules =
                """
                namespace: far
                filters: {include: ["test.s*", echo], exclude: [secret]}
                renames: {square: power}
                scopes: [math]
                """;
        try (Hub far = HubFixtures.started(HubFixtures.TEST_SOURCE);
                Hub near = HubFixtures.started(peer(far, rules))) {
            OperationQuery.Page page = near.registry().list(OperationQuery.all());

            assertThat(page.operations())
                    .extracting(OperationSpec::id)
                    .containsExactlyInAnyOrder("far.power", "far.test_echo");
            assertThat(near.registry().spec("far.power").accessControl().requiredScopes())
                    .containsExactly("math");
        }
    }

    @Test
    void rulesThatFitNoOperationAreReported() {
        String rules =
                """
                filters: {include: [square, "sqare*"], exclude: ["delete*"]}
                renames: {sqare: power}
                """;
        String unused =
                "no operation fits the filter {id: sqare*}; no operation fits the filter {id:"
                        + " delete*}; no operation is called \"sqare\" to be renamed";
        try (CapturedLog log = new CapturedLog();
                Hub far = HubFixtures.started(HubFixtures.TEST_SOURCE);
                Hub near = HubFixtures.started(peer(far, rules));
                Hub own = HubFixtures.started(HubFixtures.TEST_SOURCE + rules.indent(4))) {
            await().atMost(SOON).until(() -> near.registry().find("test.square").isPresent());
            OperationSource.Status ready = new OperationSource.Status(State.READY, 1, unused);
            assertThat(status(near)).isEqualTo(ready);
            assertThat(status(own)).isEqualTo(ready);
            assertThat(log.of("dev.alkdev.operations.hub.LocalRules"))
                    .containsExactlyInAnyOrder(
                            "Rules of the source far match no operation: " + unused,
                            "Rules of the source test match no operation: " + unused);
        }
    }

    @Test
    void operationsOfAHubThatIsAwayAreUnavailableUntilItIsBack() throws Exception {
        int port = FreePorts.next();
        HubConfig config =
                HubFixtures.config(HubFixtures.TEST_SOURCE)
                        .withListen(HubConfig.defaults().listen().withPort(port));
        Hub far = HubFixtures.started(config);
        try (Hub near = HubFixtures.started(peer(far, ""));
                HubClient client = HubClient.of(near)) {
            far.close();
            await().atMost(SOON).until(() -> client.call("test.echo", "{}").statusCode() == 503);
            assertThat(client.call("test.echo", "{}").body()).contains("UNAVAILABLE");
            assertThat(near.registry().find("test.echo")).isPresent();
            await().until(() -> status(near).state() == State.FAILED);
            assertThat(status(near).lastError()).contains("is down");

            far = HubFixtures.started(config);

            await().atMost(SOON)
                    .until(() -> client.call("test.square", "{\"n\": 4}").body().equals("16"));
            await().atMost(SOON).until(() -> status(near).state() == State.READY);
        } finally {
            far.close();
        }
    }

    @Test
    void whatAHubHasNoLongerWhenItIsBackIsRemoved() throws Exception {
        int port = FreePorts.next();
        ListenConfig listen = HubConfig.defaults().listen().withPort(port);
        Hub far =
                HubFixtures.started(HubFixtures.config(HubFixtures.TEST_SOURCE).withListen(listen));
        try (Hub near = HubFixtures.started("limits: {grace: 1ms}\n" + peer(far, ""))) {
            await().atMost(SOON).until(() -> near.registry().find("test.echo").isPresent());
            far.close();
            await().atMost(SOON).until(() -> status(near).state() == State.FAILED);
            assertThat(near.registry().find("test.echo")).isPresent();
            String fewer = HubFixtures.TEST_SOURCE + "    filters: {exclude: [echo]}\n";

            far = HubFixtures.started(HubFixtures.config(fewer).withListen(listen));

            await().atMost(SOON).until(() -> near.registry().find("test.echo").isEmpty());
            assertThat(near.registry().find("test.square")).isPresent();
        } finally {
            far.close();
        }
    }

    @Test
    void aHubThatIsNotThereYetIsWaitedFor() {
        int port = FreePorts.next();
        HubConfig config =
                HubFixtures.config(HubFixtures.TEST_SOURCE)
                        .withListen(HubConfig.defaults().listen().withPort(port));
        String yaml =
                "sources: [{name: far, type: peer, url: \"ws://127.0.0.1:%d/link\"}]"
                        .formatted(port);
        try (Hub near = HubFixtures.started(yaml)) {
            assertThat(status(near).state()).isEqualTo(State.FAILED);
            try (Hub far = HubFixtures.started(config)) {
                await().atMost(SOON).until(() -> near.registry().find("test.echo").isPresent());
                assertThat(far.registry().find("test.echo")).isPresent();
            }
        }
    }

    @Test
    void aTokenThatIsRefusedIsSaidAndCanBePutRight() throws Exception {
        String tokens = "tokens:\n" + HubFixtures.token("near", "right-token");
        try (Hub far = HubFixtures.started(tokens + HubFixtures.TEST_SOURCE);
                Hub near = HubFixtures.started(peer(far, "token: wrong-5ecret"));
                HubClient client = HubClient.of(near)) {
            assertThat(status(near).state()).isEqualTo(State.FAILED);
            assertThat(status(near).lastError()).contains("401").doesNotContain("5ecret");
            assertThat(client.get("/health/ready").body()).contains("401").doesNotContain("5ecret");

            near.reload(HubFixtures.config(peer(far, "token: right-token")));

            await().atMost(SOON).until(() -> near.registry().find("test.caller").isPresent());
            assertThat(client.call("test.caller", "{}").body()).isEqualTo("\"near\"");
            assertThat(status(near).state()).isEqualTo(State.READY);
        }
    }

    @Test
    void aTokenThatIsAcceptedLaterIsTriedAgain() {
        String tokens = "tokens:\n" + HubFixtures.token("near", "some-token");
        String later = tokens + HubFixtures.token("far", "late-token");
        try (Hub far = HubFixtures.started(tokens + HubFixtures.TEST_SOURCE);
                Hub near = HubFixtures.started(peer(far, "token: late-token"))) {
            assertThat(status(near).state()).isEqualTo(State.FAILED);

            far.reload(HubFixtures.config(later + HubFixtures.TEST_SOURCE));

            await().atMost(SOON).until(() -> near.registry().find("test.echo").isPresent());
        }
    }

    @Test
    void operationsOfAPeerThatRefusesTheTokenStayListedLongerThanTheGrace() throws Exception {
        String tokens = "tokens:\n" + HubFixtures.token("other", "other-token");
        String both = tokens + HubFixtures.token("near", "near-token");
        try (Hub far = HubFixtures.started(both + HubFixtures.TEST_SOURCE);
                Hub near =
                        HubFixtures.started(
                                "limits: {grace: 1ms}\n" + peer(far, "token: near-token"));
                HubClient client = HubClient.of(near)) {
            await().atMost(SOON).until(() -> near.registry().find("test.echo").isPresent());

            far.reload(HubFixtures.config(tokens + HubFixtures.TEST_SOURCE));

            await().atMost(SOON)
                    .until(() -> String.valueOf(status(near).lastError()).contains("401"));
            await().during(Duration.ofSeconds(2))
                    .atMost(SOON)
                    .until(() -> client.call("test.echo", "{}").statusCode() == 503);

            far.reload(HubFixtures.config(both + HubFixtures.TEST_SOURCE));

            await().atMost(Duration.ofMinutes(1))
                    .until(() -> client.call("test.echo", "{}").statusCode() == 200);
        }
    }

    @Test
    void callsFinishWhileTheirPeerIsExchanged() throws Exception {
        try (Hub far = HubFixtures.started(HubFixtures.TEST_SOURCE);
                Hub near = HubFixtures.started(peer(far, ""));
                HubClient client = HubClient.of(near)) {
            CompletableFuture<HttpResponse<String>> running =
                    client.later("test.hold", "{\"key\": \"peer-1\"}");
            await().until(() -> TestProvider.held("peer-1") == 1);

            near.reload(HubFixtures.config(peer(far, "namespace: other")));

            await().until(() -> near.registry().find("other.test_echo").isPresent());
            assertThat(near.registry().find("test.echo")).isEmpty();
            assertThat(running).isNotDone();
            TestProvider.open("peer-1");
            assertThat(running.get(10, TimeUnit.SECONDS).body()).isEqualTo("\"peer-1\"");
        }
    }

    @Test
    void thePeerBeforeServesUntilTheNewOneIsLinked() throws Exception {
        try (Hub far = HubFixtures.started(HubFixtures.TEST_SOURCE);
                Hub near = HubFixtures.started(peer(far, ""));
                HubClient client = HubClient.of(near)) {
            await().atMost(SOON).until(() -> status(near).state() == State.READY);
            String nowhere =
                    peer(far, "")
                            .replace(HubFixtures.linkUri(far).toString(), "ws://127.0.0.1:1/link");

            near.reload(HubFixtures.config(nowhere));

            await().atMost(SOON).until(() -> status(near).state() == State.FAILED);
            assertThat(client.call("test.square", "{\"n\": 3}").body()).isEqualTo("9");

            near.reload(HubFixtures.config(peer(far, "timeout: 20s")));

            await().atMost(SOON).until(() -> status(near).state() == State.READY);
            await().atMost(SOON)
                    .until(() -> client.call("test.square", "{\"n\": 4}").body().equals("16"));
            assertThat(near.sources()).hasSize(1);
        }
    }

    @Test
    void resultsOfAPeerAreNormalizedIfTheConfigSaysSo() {
        OperationSpec spec =
                OperationSpec.query("x.read")
                        .output(Schemas.object().property("known", Schemas.integer()).build())
                        .build();
        try (Hub far = HubFixtures.started("normalize: none\n");
                Hub near = HubFixtures.started(peer(far, ""));
                Hub strict = HubFixtures.started(peer(far, "normalize: normalize"))) {
            far.registry()
                    .register(spec, (input, context) -> Json.parse("{\"known\": \"1\", \"b\": 2}"));
            await().atMost(SOON).until(() -> near.registry().isCallable("x.read"));
            await().atMost(SOON).until(() -> strict.registry().isCallable("x.read"));

            assertThat(near.registry().execute("x.read", Json.parse("{}")).data())
                    .isEqualTo(Json.parse("{\"known\": \"1\", \"b\": 2}"));
            assertThat(strict.registry().execute("x.read", Json.parse("{}")).data())
                    .isEqualTo(Json.parse("{\"known\": 1}"));
        }
    }

    @Test
    void whatMayBeSecretInTheUrlAppearsNowhere() throws Exception {
        String yaml =
                "sources: [{name: far, type: peer, url: \"ws://a:5ecret@127.0.0.1:%d/link?k=5ecret\"}]"
                        .formatted(FreePorts.next());
        try (CapturedLog log = new CapturedLog();
                Hub near = HubFixtures.started(yaml);
                HubClient client = HubClient.of(near)) {
            assertThat(status(near).lastError()).contains("is down").doesNotContain("5ecret");
            assertThat(client.get("/health/ready").body()).contains("is down");
            assertThat(client.get("/health/ready").body()).doesNotContain("5ecret");
            await().until(() -> log.text().contains("The source far failed"));
            assertThat(log.text()).doesNotContain("5ecret");
        }
    }

    @Test
    void anOperationWhoseIdIsTooLongHereDoesNotHideTheOthers() {
        String longId = "a".repeat(100) + "." + "b".repeat(100);
        try (Hub far = HubFixtures.started(HubFixtures.TEST_SOURCE)) {
            far.registry().register(OperationSpec.query(longId).build(), (in, context) -> in);
            try (CapturedLog log = new CapturedLog();
                    Hub near = HubFixtures.started(peer(far, "namespace: far"))) {
                assertThat(near.registry().find("far.test_echo")).isPresent();
                assertThat(status(near).state()).isEqualTo(State.READY);
                assertThat(log.text()).contains(longId).contains("1 to 128 characters");
            }
        }
    }

    @Test
    void whatIsNotImportedIsInTheLogOnceAndInTheStateOfItsSource() throws Exception {
        try (Hub far = HubFixtures.started(HubFixtures.TEST_SOURCE);
                CapturedLog log = new CapturedLog();
                Hub near =
                        HubFixtures.started(
                                HubFixtures.TEST_SOURCE
                                        + "  - {name: far, type: peer, url: \"%s\"}\n"
                                                .formatted(HubFixtures.linkUri(far)));
                HubClient client = HubClient.of(near)) {
            String reason = "this node has an operation of its own with the id";
            await().atMost(SOON)
                    .until(() -> client.get("/health/ready").body().contains("are not imported"));
            assertThat(client.get("/health/ready").body()).contains(reason);
            assertThat(near.sources().getLast().status().state()).isEqualTo(State.READY);
            assertThat(near.sources().getLast().status().leftOut())
                    .containsEntry("test.echo", reason);

            // Each change of the peer makes it listed again.
            for (int i = 0; i < 3; i++) {
                String id = "far.more" + i;
                far.registry().register(OperationSpec.query(id).build(), (in, context) -> in);
                await().atMost(SOON).until(() -> near.registry().find(id).isPresent());
            }
            assertThat(log.of("dev.alkdev.operations.protocol.PeerImport"))
                    .filteredOn(line -> line.contains("test.echo") && line.contains("ws://"))
                    .hasSize(1)
                    .allMatch(line -> line.endsWith(reason));
        }
    }

    @Test
    void certificatesThatCannotBeReadAreSaidAndReadWhenTheyAreBack(@TempDir Path folder)
            throws Exception {
        TestKeys.make(folder, "far", "EC");
        Path certificates = folder.resolve("far.pem");
        try (Hub far = HubFixtures.started(HubFixtures.TEST_SOURCE)) {
            HubConfig config =
                    HubFixtures.config(
                            peer(far, "trust: {certificates: \"%s\"}".formatted(certificates)));
            String text = Files.readString(certificates);
            Files.delete(certificates);
            try (Hub near = HubFixtures.started(config)) {
                assertThat(status(near).state()).isEqualTo(State.FAILED);
                assertThat(status(near).lastError()).contains("far.pem");

                Files.writeString(certificates, text);

                await().atMost(SOON).until(() -> near.registry().find("test.echo").isPresent());
                await().atMost(SOON).until(() -> status(near).state() == State.READY);
            }
        }
    }
}
