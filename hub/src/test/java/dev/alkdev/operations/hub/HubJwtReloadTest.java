package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.config.ConfigException;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.CapturedLog;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.BufferedReader;
import java.net.http.HttpResponse;
import java.nio.file.Path;

/** Authorization servers that come, go, or are down. */
@Timeout(60)
class HubJwtReloadTest {
    private static final String TOKENS = "tokens:\n" + HubFixtures.token("bob", "bob-token");

    private final TestIssuer issuer = new TestIssuer();

    @AfterEach
    void stop() {
        issuer.close();
    }

    private Hub start(String config) {
        return HubFixtures.started(config + HubFixtures.TEST_SOURCE);
    }

    private static void reload(Hub hub, String config) {
        hub.reload(HubFixtures.config(config + HubFixtures.TEST_SOURCE), "hub.yaml");
    }

    @Test
    void anIssuerIsAddedWithoutARestart() throws Exception {
        try (Hub hub = start(TOKENS);
                HubClient nobody = HubClient.of(hub);
                HubClient ann = nobody.with(issuer.token("ann", ""))) {
            assertThat(ann.call("test.caller", "{}").statusCode()).isEqualTo(401);
            assertThat(nobody.get("/.well-known/oauth-protected-resource").statusCode())
                    .isEqualTo(404);

            reload(hub, TOKENS + issuer.config(""));

            assertThat(ann.call("test.caller", "{}").body()).isEqualTo("\"ann\"");
            String resource =
                    Json.parse(nobody.get("/.well-known/oauth-protected-resource/mcp").body())
                            .path("resource")
                            .asString();
            assertThat(resource).isEqualTo(hub.uri() + "/mcp");
        }
    }

    @Test
    void linksAndStreamsOfAnIssuerThatIsRemovedEnd() throws Exception {
        try (Hub hub = start(TOKENS + issuer.config(""));
                HubClient nobody = HubClient.of(hub);
                HubClient ann = nobody.with(issuer.token("ann", ""));
                Peer annsLink =
                        HubFixtures.linked(
                                hub, issuer.token("ann", ""), OperationRegistry.create());
                Peer bobsLink = HubFixtures.linked(hub, "bob-token", OperationRegistry.create());
                BufferedReader stream = ann.stream("test.endless", "{}")) {
            assertThat(stream.readLine()).isNotNull();

            reload(hub, TOKENS);

            assertThat(ann.call("test.caller", "{}").statusCode()).isEqualTo(401);
            assertThat(stream.lines())
                    .anyMatch(line -> line.contains("the token is no longer accepted"));
            await().until(() -> !annsLink.isUp());
            assertThat(bobsLink.call("test.caller", Json.parse("{}")).data().asString())
                    .isEqualTo("bob");
        }
    }

    @Test
    void anotherAudienceTakesEffectAtOnce() throws Exception {
        try (Hub hub = start(issuer.config(""));
                HubClient nobody = HubClient.of(hub);
                HubClient ann = nobody.with(issuer.token("ann", ""))) {
            assertThat(ann.call("test.caller", "{}").statusCode()).isEqualTo(200);

            reload(hub, issuer.config("").replace(TestIssuer.AUDIENCE, "https://other.example"));

            HttpResponse<String> refused = ann.call("test.caller", "{}");
            assertThat(refused.statusCode()).isEqualTo(401);
            assertThat(refused.body()).contains("the token is for another audience");
        }
    }

    @Test
    void theLastIssuerIsNotTakenAway() throws Exception {
        try (Hub hub = start(issuer.config(""));
                HubClient nobody = HubClient.of(hub)) {
            assertThatThrownBy(() -> reload(hub, ""))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("which would disable authentication");

            assertThat(nobody.call("test.echo", "{}").statusCode()).isEqualTo(401);
        }
    }

    @Test
    void aReloadWithTheSameIssuerKeepsItsKeys() throws Exception {
        try (Hub hub = start(issuer.config(""));
                HubClient nobody = HubClient.of(hub);
                HubClient ann = nobody.with(issuer.token("ann", ""))) {
            assertThat(ann.call("test.caller", "{}").statusCode()).isEqualTo(200);

            reload(hub, issuer.config("drain: 3s\n"));

            assertThat(ann.call("test.caller", "{}").statusCode()).isEqualTo(200);
            assertThat(issuer.fetches()).isOne();
        }
    }

    @Test
    void anIssuerThatIsDownAtTheStartHealsByItself() throws Exception {
        issuer.status(500);
        try (CapturedLog log = new CapturedLog();
                Hub hub = start(TOKENS + issuer.config(""));
                HubClient nobody = HubClient.of(hub);
                HubClient ann = nobody.with(issuer.token("ann", ""))) {
            HttpResponse<String> later = ann.call("test.caller", "{}");
            assertThat(later.statusCode()).isEqualTo(503);
            assertThat(later.headers().firstValue("Retry-After")).contains("1");
            assertThat(later.body())
                    .contains("the authorization server cannot be reached to verify the token");
            assertThatThrownBy(
                            () ->
                                    HubFixtures.linked(
                                            hub,
                                            issuer.token("ann", ""),
                                            OperationRegistry.create()))
                    .hasMessageContaining("503");
            assertThat(nobody.call("test.caller", "{}").statusCode()).isEqualTo(401);
            assertThat(nobody.with("bob-token").call("test.caller", "{}").body())
                    .isEqualTo("\"bob\"");
            assertThat(nobody.get("/health/ready").statusCode()).isEqualTo(200);
            assertThat(ann.get("/health/ready").statusCode()).isEqualTo(200);
            assertThat(ann.get("/metrics").statusCode()).isEqualTo(503);
            assertThat(log.text()).contains("The keys of " + issuer.name() + " could not be");

            issuer.status(200);

            await().until(() -> ann.call("test.caller", "{}").statusCode() == 200);
        }
    }

    @Test
    void aHubWithAnIssuerMayListenBeyondLoopback() {
        HubConfig config =
                HubConfig.parse(
                        "listen: 0.0.0.0:0\n" + issuer.config(""), Path.of("."), name -> null);
        assertThat(config.isAuthenticated()).isTrue();
    }
}
