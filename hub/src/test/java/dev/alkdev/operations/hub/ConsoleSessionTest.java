package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;

/** Signing in to the console of a hub that asks for tokens. */
@Timeout(120)
class ConsoleSessionTest {
    private static final String TOKENS =
            "tokens:\n"
                    + HubFixtures.token("ann", "ann-token", "secret:read")
                    + HubFixtures.token("bob", "bob-token");

    private static Hub hub;

    @BeforeAll
    static void start() {
        hub = HubFixtures.started(TOKENS + HubFixtures.TEST_SOURCE);
    }

    @AfterAll
    static void stop() {
        hub.close();
    }

    @Test
    void whoIsNotSignedInIsToldHowAndSeesNothing() throws Exception {
        try (ConsoleClient client = new ConsoleClient(hub)) {
            JsonNode session = client.json("/session");

            assertThat(session.toString())
                    .isEqualTo(
                            "{\"title\":\"Operations\",\"version\":\"development\",\"caller\":null,"
                                + "\"signIn\":{\"needed\":true,\"token\":true,\"issuers\":[]},"
                                + "\"signOut\":false,\"csrf\":null,\"expires\":null,"
                                + "\"paths\":{\"rest\":\"/operations\",\"mcp\":\"/mcp\",\"links\":\"/link\"}}");
            for (String path :
                    List.of(
                            "/sources",
                            "/activity",
                            "/activity/summary",
                            "/facets",
                            "/check/x.y")) {
                assertThat(client.get(path).statusCode()).as(path).isIn(401, 405);
            }
            assertThat(client.get("/nothing").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void aTokenIsExchangedForACookieThatNoScriptReads() throws Exception {
        try (ConsoleClient client = new ConsoleClient(hub)) {
            HttpResponse<String> response = client.signIn("ann-token");

            assertThat(response.headers().firstValue("Set-Cookie").orElseThrow())
                    .matches(
                            "operations-console-"
                                    + hub.uri().getPort()
                                    + "=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict");
            assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
            assertThat(response.body()).doesNotContain("ann-token");
            JsonNode session = client.json("/session");
            assertThat(session.get("caller").toString())
                    .isEqualTo("{\"id\":\"ann\",\"scopes\":[\"secret:read\"]}");
            assertThat(session.get("csrf").asString()).isEqualTo(client.csrf());
            assertThat(session.get("expires").asLong()).isGreaterThan(System.currentTimeMillis());
            assertThat(client.call("test.secret", "{}").body()).isEqualTo("\"secret\"");
            assertThat(client.call("test.caller", "{}").body()).isEqualTo("\"ann\"");
        }
    }

    @Test
    void aWrongTokenIsRefused() throws Exception {
        try (ConsoleClient client = new ConsoleClient(hub)) {
            HttpResponse<String> response = client.signIn("wrong");

            assertThat(response.statusCode()).isEqualTo(401);
            assertThat(response.headers().firstValue("Set-Cookie")).isEmpty();
            assertThat(Json.parse(response.body()).get("detail").asString())
                    .isEqualTo("the token is not known here");
            assertThat(client.post("/session", "{\"token\": 7}").statusCode()).isEqualTo(422);
            assertThat(client.post("/session", "nonsense").statusCode()).isEqualTo(400);
        }
    }

    @Test
    void eachCallerSeesWhatTheirScopesAllow() throws Exception {
        try (ConsoleClient ann = ConsoleClient.signedIn(hub, "ann-token");
                ConsoleClient bob = ConsoleClient.signedIn(hub, "bob-token")) {
            assertThat(bob.call("test.secret", "{}").statusCode()).isEqualTo(403);
            assertThat(ann.json("/facets").get("total").asInt())
                    .isEqualTo(bob.json("/facets").get("total").asInt() + 1);
            assertThat(bob.post("/check/test.secret", "{}").statusCode()).isEqualTo(404);
            assertThat(ann.post("/check/test.secret", "{}").body()).isEqualTo("{\"errors\":[]}");
        }
    }

    @Test
    void whatRunsSomethingNeedsTheHeaderAgainstForgery() throws Exception {
        try (ConsoleClient client = ConsoleClient.signedIn(hub, "ann-token")) {
            String csrf = client.csrf();
            client.csrf("");

            assertThat(client.call("test.caller", "{}").statusCode()).isEqualTo(403);
            assertThat(client.send(client.at("/operations/test.caller?x=1")).statusCode())
                    .isEqualTo(403);
            assertThat(client.send(client.at("/operations/test.caller")).statusCode())
                    .isEqualTo(403);
            assertThat(client.send(post(client.at("/batch"), "[]")).statusCode()).isEqualTo(403);
            assertThat(client.post("/check/test.square", "{}").statusCode()).isEqualTo(403);
            assertThat(client.signOut().statusCode()).isEqualTo(403);
            assertThat(client.send(client.at("/operations")).statusCode()).isEqualTo(200);
            assertThat(client.send(client.at("/operations/test.caller/spec")).statusCode())
                    .isEqualTo(200);
            client.csrf(csrf + "x");
            assertThat(client.call("test.caller", "{}").statusCode()).isEqualTo(403);
            client.csrf(csrf);
            assertThat(client.call("test.caller", "{}").statusCode()).isEqualTo(200);
        }
    }

    private static HttpRequest.Builder post(HttpRequest.Builder request, String body) {
        return request.POST(BodyPublishers.ofString(body));
    }

    @Test
    void pagesOfOtherOriginsAreRefusedWhateverTheySend() throws Exception {
        try (ConsoleClient client = ConsoleClient.signedIn(hub, "ann-token")) {
            for (String path : List.of("/session", "/sources", "/activity", "/facets")) {
                assertThat(
                                client.send(
                                                client.request(path)
                                                        .header("Origin", "http://127.0.0.1:1"))
                                        .statusCode())
                        .as(path)
                        .isEqualTo(403);
                assertThat(
                                client.send(
                                                client.request(path)
                                                        .header("Sec-Fetch-Site", "same-site"))
                                        .statusCode())
                        .as(path)
                        .isEqualTo(403);
            }
            assertThat(
                            client.send(
                                            client.at("/operations/test.caller?x=1")
                                                    .header("Sec-Fetch-Site", "same-site"))
                                    .statusCode())
                    .isEqualTo(403);
        }
    }

    @Test
    void theCookieIsForTheConsoleOnly() throws Exception {
        try (ConsoleClient client = ConsoleClient.signedIn(hub, "ann-token")) {
            assertThat(client.send(client.at("/metrics")).statusCode()).isEqualTo(401);
            assertThat(client.send(post(client.at("/mcp"), "{}")).statusCode()).isEqualTo(401);
            assertThat(
                            client.send(
                                            client.at("/operations")
                                                    .header("Authorization", "Bearer wrong"))
                                    .statusCode())
                    .as("a token counts before the cookie")
                    .isEqualTo(401);
        }
    }

    private static String cookieName(Hub of) {
        return ConsoleClient.COOKIE + of.uri().getPort();
    }

    @Test
    void nobodyGetsInWithASecretTheyHaveChosen() throws Exception {
        String chosen = cookieName(hub) + "=" + "A".repeat(43);
        try (ConsoleClient client = new ConsoleClient(hub)) {
            client.cookie(chosen);
            assertThat(client.get("/sources").statusCode()).isEqualTo(401);

            client.signIn("ann-token");

            assertThat(client.cookie()).isNotEqualTo(chosen);
            String first = client.cookie();
            client.signIn("ann-token");
            assertThat(client.cookie()).isNotEqualTo(first);
            client.cookie(first);
            assertThat(client.get("/sources").statusCode()).isEqualTo(401);
        }
    }

    @Test
    void manyCookiesOfTheSameNameDoNotHideTheRightOne() throws Exception {
        try (ConsoleClient client = ConsoleClient.signedIn(hub, "ann-token")) {
            String own = client.cookie();
            client.cookie(cookieName(hub) + "=planted; " + own);

            assertThat(client.get("/sources").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void signingOutEndsTheSessionAndItsStreamsAtOnce() throws Exception {
        try (ConsoleClient client = ConsoleClient.signedIn(hub, "ann-token");
                ConsoleClient other = ConsoleClient.signedIn(hub, "ann-token");
                BufferedReader calls = client.stream(client.request("/activity/events"));
                BufferedReader items =
                        client.stream(post(client.at("/operations/test.endless"), "{}"))) {
            String cookie = client.cookie();

            HttpResponse<String> response = client.signOut();

            assertThat(response.statusCode()).isEqualTo(204);
            assertThat(response.headers().firstValue("Set-Cookie").orElseThrow())
                    .startsWith(cookieName(hub) + "=; Max-Age=0;");
            assertThat(calls.lines().toList()).contains("event: end");
            assertThat(String.join("\n", items.lines().toList()))
                    .contains("event: error")
                    .contains("the session has ended");
            client.cookie(cookie);
            assertThat(client.get("/sources").statusCode()).isEqualTo(401);
            assertThat(other.get("/sources").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aRevokedTokenEndsItsSessionsAndStreams() throws Exception {
        try (Hub own = HubFixtures.started(TOKENS + HubFixtures.TEST_SOURCE);
                ConsoleClient ann = ConsoleClient.signedIn(own, "ann-token");
                ConsoleClient bob = ConsoleClient.signedIn(own, "bob-token");
                BufferedReader calls = ann.stream(ann.request("/activity/events"));
                BufferedReader items = ann.stream(post(ann.at("/operations/test.endless"), "{}"))) {
            own.reload(
                    HubFixtures.config(
                            "tokens:\n"
                                    + HubFixtures.token("bob", "bob-token")
                                    + HubFixtures.TEST_SOURCE));

            assertThat(calls.lines().toList()).contains("event: end");
            assertThat(items.lines().toList()).contains("event: error");
            assertThat(ann.get("/sources").statusCode()).isEqualTo(401);
            assertThat(bob.get("/sources").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aHubWithoutTokensNeedsNoSignInAndKnowsNone() throws Exception {
        try (Hub open = HubFixtures.started(HubFixtures.TEST_SOURCE);
                ConsoleClient client = new ConsoleClient(open)) {
            assertThat(client.json("/session").get("signIn").toString())
                    .isEqualTo("{\"needed\":false,\"token\":false,\"issuers\":[]}");
            assertThat(client.get("/sources").statusCode()).isEqualTo(200);
            assertThat(client.call("test.caller", "{}").body()).isEqualTo("\"anonymous\"");
            assertThat(client.signIn("any").statusCode()).isEqualTo(422);
            assertThat(
                            client.send(
                                            client.request("/sources")
                                                    .header("Origin", "http://evil.example"))
                                    .statusCode())
                    .isEqualTo(403);
        }
    }

    @Test
    void theConsoleCanBeTurnedOff() throws Exception {
        try (Hub off = HubFixtures.started("console: false\n" + HubFixtures.TEST_SOURCE);
                ConsoleClient client = new ConsoleClient(off)) {
            assertThat(client.get("/session").statusCode()).isEqualTo(404);
        }
    }

    /** As a browser does: cookies are for all ports of a host. */
    @Test
    void hubsOnOneHostLeaveEachOthersSessionsAlone() throws Exception {
        try (Hub neighbour = HubFixtures.started(TOKENS + HubFixtures.TEST_SOURCE);
                ConsoleClient here = ConsoleClient.signedIn(hub, "ann-token");
                ConsoleClient there = ConsoleClient.signedIn(neighbour, "bob-token")) {
            String both = here.cookie() + "; " + there.cookie();
            here.cookie(both);
            there.cookie(both);

            assertThat(here.json("/session").at("/caller/id").asString()).isEqualTo("ann");
            assertThat(there.json("/session").at("/caller/id").asString()).isEqualTo("bob");
            assertThat(there.signOut().headers().allValues("Set-Cookie"))
                    .singleElement()
                    .asString()
                    .startsWith(cookieName(neighbour) + "=;");
            assertThat(here.json("/session").at("/caller/id").asString()).isEqualTo("ann");
        }
    }

    private static String cookieOfHubAt(String publicUrl) throws Exception {
        try (Hub proxied =
                        HubFixtures.started(
                                "publicUrl: "
                                        + publicUrl
                                        + "\n"
                                        + TOKENS
                                        + HubFixtures.TEST_SOURCE);
                ConsoleClient client = new ConsoleClient(proxied)) {
            HttpResponse<String> signedIn = client.signIn("ann-token");
            assertThat(client.json("/session").at("/caller/id").asString()).isEqualTo("ann");
            return signedIn.headers().firstValue("Set-Cookie").orElseThrow();
        }
    }

    @Test
    void theCookieIsSecureWhereBrowsersUseHttps() throws Exception {
        assertThat(cookieOfHubAt("https://hub.example"))
                .matches(
                        "__Host-operations-console-443=[\\w-]{43}; Path=/; HttpOnly;"
                                + " SameSite=Strict; Secure");
        assertThat(cookieOfHubAt("https://hub.example:8443/"))
                .startsWith("__Host-operations-console-8443=")
                .endsWith("; Path=/; HttpOnly; SameSite=Strict; Secure");
    }

    @Test
    void belowAPathTheCookieIsForThatPath() throws Exception {
        assertThat(cookieOfHubAt("https://hub.example/base/"))
                .startsWith("operations-console-443=")
                .endsWith("; Path=/base/; HttpOnly; SameSite=Strict; Secure");
    }
}
