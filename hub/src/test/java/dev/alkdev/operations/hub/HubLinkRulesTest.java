package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Glob;
import dev.alkdev.operations.config.ConfigException;
import dev.alkdev.operations.config.TokenHash;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Who may call what over the links of a hub, and in whose name. */
@Timeout(90)
class HubLinkRulesTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private static String guarded(Hub open, String more) {
        return "tokens:\n"
                + HubFixtures.token("ann", "ann-token")
                + HubFixtures.TEST_SOURCE
                + "  - {name: open, type: peer, url: \"%s\"%s}\n"
                        .formatted(HubFixtures.linkUri(open), more);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"''|false", "', offer: true'|true", "', offer: false'|false"})
    void aHubWithTokensOffersNothingOverLinksItOpensUnlessItIsTold(String more, boolean offered)
            throws Exception {
        try (Hub open = HubFixtures.started("");
                Hub guarded = HubFixtures.started(guarded(open, more));
                HubClient stranger = HubClient.of(open)) {
            assertThat(guarded.registry().find("test.echo")).isPresent();
            if (offered) {
                await().atMost(SOON).until(() -> open.registry().find("test.echo").isPresent());
            }
            int status = stranger.call("test.echo", "{}").statusCode();
            assertThat(status).isEqualTo(offered ? 200 : 404);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {", trust: {calls: true}", ", offer: true"})
    void whatAReloadTakesFromAPeerIsGoneBeforeTheNewLinkIsUp(String more) throws Exception {
        try (Hub open = HubFixtures.started("");
                Hub guarded = HubFixtures.started(guarded(open, more));
                HubClient stranger = HubClient.of(open)) {
            await().atMost(SOON).until(() -> open.registry().find("test.square").isPresent());
            assertThat(stranger.call("test.square", "{\"n\": 3}").statusCode()).isEqualTo(200);
            String nowhere = HubFixtures.linkUri(open).toString();

            guarded.reload(
                    HubFixtures.config(
                            guarded(open, "").replace(nowhere, "ws://127.0.0.1:1/link")));

            await().atMost(SOON)
                    .until(() -> stranger.call("test.square", "{\"n\": 3}").statusCode() != 200);
        }
    }

    @Test
    void aHubWithoutTokensOffersWhatItHas() {
        try (Hub open = HubFixtures.started("");
                Hub other =
                        HubFixtures.started(
                                HubFixtures.TEST_SOURCE
                                        + "  - {name: open, type: peer, url: \"%s\"}\n"
                                                .formatted(HubFixtures.linkUri(open)))) {
            await().atMost(SOON).until(() -> open.registry().find("test.echo").isPresent());
            assertThat(other.sources()).hasSize(2);
        }
    }

    @Test
    void theFirstTokenEndsTheOfferOverLinksThatAreUp() throws Exception {
        try (Hub open = HubFixtures.started("")) {
            open.registry().register(OperationSpec.query("far.ping").build(), (in, call) -> in);
            String before = guarded(open, "").replaceFirst("(?s)^tokens:.*?(?=sources:)", "");
            try (Hub near = HubFixtures.started(before);
                    HubClient stranger = HubClient.of(open)) {
                await().atMost(SOON).until(() -> open.registry().find("test.hold").isPresent());
                await().atMost(SOON).until(() -> near.registry().find("far.ping").isPresent());
                var held = stranger.later("test.hold", "{\"key\": \"offer-1\"}");
                await().atMost(SOON).until(() -> TestProvider.held("offer-1") == 1);

                near.reload(HubFixtures.config(guarded(open, "")));

                assertThat(held.get(30, TimeUnit.SECONDS).statusCode()).isNotEqualTo(200);
                await().atMost(SOON).until(() -> TestProvider.held("offer-1") == 0);
                await().atMost(SOON).until(() -> open.registry().find("test.hold").isEmpty());
                assertThat(stranger.call("test.echo", "{}").statusCode()).isEqualTo(404);
                assertThat(near.registry().execute("far.ping", Json.parse("1")).data())
                        .isEqualTo(Json.parse("1"));

                near.reload(HubFixtures.config(guarded(open, ", offer: true")));

                await().atMost(SOON).until(() -> open.registry().find("test.echo").isPresent());
                assertThat(stranger.call("test.echo", "{}").statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    void tokensThatCannotBeTakenAwayKeepTheOfferClosed() throws Exception {
        try (Hub open = HubFixtures.started("");
                Hub near = HubFixtures.started(guarded(open, ""));
                HubClient stranger = HubClient.of(open)) {
            HubConfig without =
                    HubFixtures.config(
                            guarded(open, "").replaceFirst("(?s)^tokens:.*?(?=sources:)", ""));

            assertThatExceptionOfType(ConfigException.class).isThrownBy(() -> near.reload(without));

            assertThat(stranger.call("test.echo", "{}").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void aCallThroughTwoHubsRunsAsItsRealCaller() throws Exception {
        String far =
                "tokens:\n  - {id: near, hash: \"%s\", scopes: [admin], trustIdentities: true}\n"
                        .formatted(TokenHash.of("near-token").text());
        try (Hub farHub = HubFixtures.started(far + HubFixtures.TEST_SOURCE)) {
            farHub.registry()
                    .register(
                            OperationSpec.query("far.nested").build(),
                            (input, context) -> context.env().call("test.caller", input).data());
            farHub.registry()
                    .register(
                            OperationSpec.query("far.secret").requires("admin").build(),
                            (input, context) -> "secret");
            String near =
                    "tokens:\n"
                            + HubFixtures.token("bob", "bob-token")
                            + "sources:\n  - {name: far, type: peer, url: \"%s\", token: near-token}\n"
                                    .formatted(HubFixtures.linkUri(farHub));
            try (Hub nearHub = HubFixtures.started(near);
                    HubClient bob = HubClient.of(nearHub).with("bob-token")) {
                await().atMost(SOON).until(() -> nearHub.registry().find("far.nested").isPresent());
                assertThat(bob.call("test.caller", "{}").body()).isEqualTo("\"bob\"");
                assertThat(bob.call("far.nested", "{}").body()).isEqualTo("\"bob\"");
                assertThat(bob.call("far.secret", "{}").statusCode()).isIn(403, 404);
            }
        }
    }

    @Test
    void anAnswerThatASpokeCannotGiveIsNoFaultOfTheCaller() throws Exception {
        OperationRegistry operations = OperationRegistry.create();
        String large = "x".repeat(5_000_000);
        operations.register(OperationSpec.query("spoke.large").build(), (in, context) -> large);
        try (Hub hub = HubFixtures.started("");
                Peer spoke = HubFixtures.linked(hub, "", operations);
                HubClient client = HubClient.of(hub)) {
            await().atMost(SOON).until(() -> hub.registry().find("spoke.large").isPresent());
            HttpResponse<String> answer = client.call("spoke.large", "{}");
            assertThat(answer.statusCode()).isEqualTo(502);
            assertThat(Json.parse(answer.body()).get("code").asString())
                    .isEqualTo("EXECUTION_ERROR");
            assertThat(spoke.isUp()).isTrue();
        }
    }

    @Test
    void theKeysAreRead() {
        HubConfig config =
                HubFixtures.config(
                        """
                        limits: {links: 5, grace: 7s}
                        tokens:
                          - id: pay
                            hash: "%s"
                            scopes: ["hub:offer"]
                            offers: ["pay.*"]
                            trustIdentities: true
                        sources:
                          - {name: far, type: peer, url: "ws://127.0.0.1:1/link", offer: true}
                        """
                                .formatted(TokenHash.of("token").text()));
        assertThat(config.limits().links()).isEqualTo(5);
        assertThat(config.limits().grace()).hasSeconds(7);
        assertThat(config.tokens().getFirst().offers()).containsExactly(new Glob("pay.*"));
        assertThat(config.tokens().getFirst().trustIdentities()).isTrue();
        assertThat(((PeerSourceConfig) config.sources().getFirst()).offer()).isTrue();
    }
}
