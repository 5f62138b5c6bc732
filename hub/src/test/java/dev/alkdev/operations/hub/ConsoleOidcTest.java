package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.OidcProvider;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;

/** Signing in to the console by an issuer that we did not write. */
@Timeout(300)
class ConsoleOidcTest {
    @AutoClose private static OidcProvider provider;

    @BeforeAll
    static void start() throws IOException {
        provider = OidcProvider.start();
    }

    private static String config(String more) {
        return """
        auth:
          oidc:
            name: acme
            title: Acme
            issuer: "%s"
            clientId: %s
            clientSecret: "%s"
            scopes: [openid, groups]
            grants: {groups: {staff: ["secret:read"]}}
            everybody: ["console:use"]
            namePrefix: "acme:"
        """
                        .formatted(provider.issuer(), OidcProvider.CONSOLE, OidcProvider.SECRET)
                + more
                + HubFixtures.TEST_SOURCE;
    }

    private static URI login(Hub hub) {
        return hub.uri().resolve("/console/api/login/acme");
    }

    private static String session(TestBrowser browser) {
        return browser.cookie(ConsoleClient.COOKIE);
    }

    private static ConsoleClient console(Hub hub, TestBrowser browser) throws Exception {
        ConsoleClient client = new ConsoleClient(hub);
        client.cookie(session(browser));
        client.csrf(client.json("/session").get("csrf").asString(""));
        return client;
    }

    @Test
    void somebodyWhomTheIssuerKnowsHasTheScopesOfTheirClaims() throws Exception {
        try (Hub hub = HubFixtures.started(config(""));
                TestBrowser browser = new TestBrowser()) {
            URI callback = browser.signIn(login(hub), "ann");

            HttpResponse<String> end = browser.get(callback);

            assertThat(end.statusCode()).isEqualTo(302);
            assertThat(end.headers().firstValue("Location")).hasValue("/");
            try (ConsoleClient client = console(hub, browser)) {
                JsonNode session = client.json("/session");
                assertThat(session.get("caller").toString())
                        .isEqualTo(
                                "{\"id\":\"acme:ann\",\"scopes\":[\"console:use\",\"secret:read\"]}");
                assertThat(session.get("signIn").toString())
                        .isEqualTo(
                                "{\"needed\":true,\"token\":false,\"issuers\":[{\"name\":\"acme\","
                                    + "\"title\":\"Acme\",\"login\":\"/console/api/login/acme\"}]}");
                assertThat(client.call("test.secret", "{}").body()).isEqualTo("\"secret\"");
                assertThat(client.call("test.caller", "{}").body()).isEqualTo("\"acme:ann\"");
            }
        }
    }

    @Test
    void codeAndStateAreForOneUse() throws Exception {
        try (Hub hub = HubFixtures.started(config(""));
                TestBrowser browser = new TestBrowser()) {
            URI callback = browser.signIn(login(hub), "ann");
            browser.get(callback);
            String first = session(browser);

            URI again = browser.next(callback);

            assertThat(again.getRawFragment())
                    .isEqualTo(
                            "/sign-in?error=the%20sign-in%20was%20not%20begun%20here%2C%20or%20took%20too%20long");
            assertThat(session(browser)).isEqualTo(first);
            // A code that was used, with a state that was not.
            String fresh = query(browser.next(login(hub)), "state");
            URI replayed = URI.create(callback.toString().replace(query(callback, "state"), fresh));
            assertThat(browser.next(replayed).getRawFragment()).startsWith("/sign-in?error=Acme");
        }
    }

    private static String query(URI uri, String name) {
        for (String pair : uri.getRawQuery().split("&", -1)) {
            if (pair.startsWith(name + "=")) {
                return pair.substring(name.length() + 1);
            }
        }
        throw new AssertionError(uri + " has no " + name);
    }

    @Test
    void aSignInThatWasBegunInAnotherBrowserIsRefused() throws Exception {
        try (Hub hub = HubFixtures.started(config(""));
                TestBrowser attacker = new TestBrowser();
                TestBrowser victim = new TestBrowser()) {
            URI callback = attacker.signIn(login(hub), "ann");

            assertThat(victim.next(callback).getRawFragment()).startsWith("/sign-in?error=");
            assertThat(session(victim)).isEmpty();
            assertThat(victim.next(login(hub)).getHost()).isEqualTo("127.0.0.1");
            assertThat(victim.next(callback).getRawFragment()).startsWith("/sign-in?error=");
            assertThat(session(victim)).isEmpty();
        }
    }

    @Test
    void onlyThoseWithTheRightClaimsAreLetIn() throws Exception {
        try (Hub hub = HubFixtures.started(config("    allowed: {groups: [staff]}\n"));
                TestBrowser ann = new TestBrowser();
                TestBrowser bob = new TestBrowser()) {
            ann.get(ann.signIn(login(hub), "ann"));
            URI refused = bob.next(bob.signIn(login(hub), "bob"));

            assertThat(session(ann)).isNotEmpty();
            assertThat(session(bob)).isEmpty();
            assertThat(refused.getRawFragment())
                    .isEqualTo("/sign-in?error=this%20account%20may%20not%20use%20the%20hub");
        }
    }

    @Test
    void anIssuerThatIsTakenOutOfTheConfigEndsItsSessions() throws Exception {
        String tokens = "tokens:\n" + HubFixtures.token("ci", "ci-token");
        try (Hub hub = HubFixtures.started(config(tokens));
                TestBrowser browser = new TestBrowser()) {
            browser.get(browser.signIn(login(hub), "ann"));
            try (ConsoleClient client = console(hub, browser);
                    BufferedReader events = client.stream(client.request("/activity/events"))) {
                assertThat(client.get("/sources").statusCode()).isEqualTo(200);

                hub.reload(HubFixtures.config(tokens + HubFixtures.TEST_SOURCE));

                assertThat(events.lines().toList()).contains("event: end");
                assertThat(client.get("/sources").statusCode()).isEqualTo(401);
                assertThat(client.get("/login/acme").statusCode()).isEqualTo(404);
            }
        }
    }

    @Test
    void whoCancelsAtTheIssuerIsToldSo() throws Exception {
        try (Hub hub = HubFixtures.started(config(""));
                TestBrowser browser = new TestBrowser()) {
            String state = query(browser.next(login(hub)), "state");

            URI end =
                    browser.next(
                            hub.uri()
                                    .resolve(
                                            "/console/api/callback?error=access_denied&state="
                                                    + state));

            assertThat(end.getRawFragment())
                    .isEqualTo(
                            "/sign-in?error=Acme%20refused%20the%20sign-in%3A%20access%20denied");
            assertThat(
                            Json.parse(
                                            browser.get(hub.uri().resolve("/console/api/session"))
                                                    .body())
                                    .get("caller")
                                    .isNull())
                    .isTrue();
        }
    }
}
