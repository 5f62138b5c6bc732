package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jwt.JWTClaimsSet;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Issuers that are wrong, away, or have new keys. */
@Timeout(120)
class ConsoleWrongIssuerTest {
    private static final String MORE =
            """
                everybody: ["console:use"]
            """;

    private final TestOpenIdIssuer issuer = new TestOpenIdIssuer();
    private Hub hub;
    private TestBrowser browser;

    @BeforeEach
    void start() {
        hub = HubFixtures.started(issuer.config(MORE) + HubFixtures.TEST_SOURCE);
        browser = new TestBrowser();
    }

    @AfterEach
    void stop() {
        browser.close();
        hub.close();
        issuer.close();
    }

    private URI api(String path) {
        return hub.uri().resolve("/console/api" + path);
    }

    private static Map<String, String> query(URI uri) {
        Map<String, String> values = new HashMap<>();
        for (String pair : uri.getRawQuery().split("&", -1)) {
            int equals = pair.indexOf('=');
            values.put(
                    pair.substring(0, equals),
                    URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return values;
    }

    /** Begins a sign-in, which the issuer would answer with the right nonce. */
    private Map<String, String> begin() throws Exception {
        Map<String, String> asked = query(browser.next(api("/login/acme")));
        issuer.nonce(asked.get("nonce"));
        return asked;
    }

    private String end(String state, String more) throws Exception {
        HttpResponse<String> response =
                browser.get(api("/callback?code=any&state=" + state + more));
        assertThat(response.statusCode()).isEqualTo(302);
        String place = response.headers().firstValue("Location").orElseThrow();
        return URLDecoder.decode(place, StandardCharsets.UTF_8);
    }

    private String signIn() throws Exception {
        return end(begin().get("state"), "");
    }

    private boolean isSignedIn() {
        return !browser.cookie(ConsoleClient.COOKIE).isEmpty();
    }

    @Test
    void theIssuerIsAskedForACodeWithPkceStateAndNonce() throws Exception {
        URI place = browser.next(api("/login/acme"));

        assertThat(place.toString()).startsWith(issuer.name() + "/authorize?");
        assertThat(query(place))
                .containsEntry("response_type", "code")
                .containsEntry("client_id", TestOpenIdIssuer.CLIENT)
                .containsEntry("redirect_uri", api("/callback").toString())
                .containsEntry("scope", "openid profile")
                .containsEntry("code_challenge_method", "S256");
        assertThat(query(place).get("state")).hasSize(43);
        assertThat(query(place).get("nonce")).hasSize(43);
        assertThat(query(place).get("code_challenge")).hasSize(43);
        assertThat(query(place)).doesNotContainKey("code_verifier");
        assertThat(signIn()).isEqualTo("/");
        assertThat(isSignedIn()).isTrue();
    }

    @Test
    void aTokenThatIsNotForThisSignInIsRefused() throws Exception {
        Map<String, UnaryOperator<JWTClaimsSet.Builder>> wrong =
                Map.of(
                        "the id token is for another sign-in",
                        claims -> claims.claim("nonce", "other"),
                        "the token is of an issuer not accepted here",
                        claims -> claims.issuer("https://other.example"),
                        "the token is for another audience",
                        claims -> claims.audience("other"),
                        "the id token is for another client",
                        claims -> claims.audience(List.of("hub", "other")).claim("azp", "other"),
                        "the token has expired",
                        claims -> claims.expirationTime(TestIssuer.in(-3_600)),
                        "the id token is not valid yet; do the clocks differ?",
                        claims ->
                                claims.issueTime(TestIssuer.in(3_600))
                                        .expirationTime(TestIssuer.in(7_200)),
                        "the account has no name",
                        claims -> claims.subject(null));
        for (Map.Entry<String, UnaryOperator<JWTClaimsSet.Builder>> each : wrong.entrySet()) {
            issuer.tokens(each.getValue());

            assertThat(signIn()).isEqualTo("/#/sign-in?error=" + each.getKey());
            assertThat(isSignedIn()).as(each.getKey()).isFalse();
        }
    }

    @Test
    void theAnswerOfAnotherIssuerIsNotTaken() throws Exception {
        String state = begin().get("state");

        assertThat(end(state, "&iss=https://other.example"))
                .isEqualTo("/#/sign-in?error=the answer is not of this issuer");
        assertThat(end(begin().get("state"), "&iss=" + issuer.name())).isEqualTo("/");
    }

    @Test
    void aStateThatNobodyGaveIsRefused() throws Exception {
        begin();

        for (String state : List.of("", "guessed", "x".repeat(1_000))) {
            assertThat(end(state, ""))
                    .isEqualTo("/#/sign-in?error=the sign-in was not begun here, or took too long");
        }
        assertThat(isSignedIn()).isFalse();
    }

    @Test
    void newKeysOfTheIssuerAreTakenWhenTheyAreFirstUsed() throws Exception {
        assertThat(signIn()).isEqualTo("/");
        issuer.key(TestOpenIdIssuer.key("two"));

        // Keys are fetched again at most every ten seconds.
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> signIn().equals("/"));
    }

    @Test
    void nobodyIsLockedOutWhileAKeyIsKnown() throws Exception {
        assertThat(signIn()).isEqualTo("/");
        issuer.keysDown(true);

        assertThat(signIn()).isEqualTo("/");
        issuer.down(true);
        try (ConsoleClient client = new ConsoleClient(hub)) {
            client.cookie(browser.cookie(ConsoleClient.COOKIE));
            assertThat(client.get("/sources").statusCode()).isEqualTo(200);
        }
        assertThat(end(begin().get("state"), ""))
                .isEqualTo("/#/sign-in?error=acme gave no answer that can be used");
    }

    @Test
    void nobodyGetsInWhileNoKeyIsKnown() throws Exception {
        try (TestOpenIdIssuer away = new TestOpenIdIssuer()) {
            away.keysDown(true);
            try (Hub other = HubFixtures.started(away.config(MORE) + HubFixtures.TEST_SOURCE)) {
                URI login = other.uri().resolve("/console/api/login/acme");
                Map<String, String> asked = query(browser.next(login));
                away.nonce(asked.get("nonce"));

                HttpResponse<String> end =
                        browser.get(
                                login.resolve(
                                        "/console/api/callback?code=any&state="
                                                + asked.get("state")));

                assertThat(end.headers().firstValue("Location").orElseThrow())
                        .startsWith("/#/sign-in?error=acme");
                assertThat(isSignedIn()).isFalse();
                away.down(true);
            }
            try (Hub late = HubFixtures.started(away.config(MORE) + HubFixtures.TEST_SOURCE)) {
                HttpResponse<String> begin =
                        browser.get(late.uri().resolve("/console/api/login/acme"));
                assertThat(begin.headers().firstValue("Location").orElseThrow())
                        .isEqualTo(
                                "/#/sign-in?error=acme%20cannot%20be%20reached%3B%20try%20again%20later");
            }
        }
    }

    @Test
    void theBrowserIsSentToItsOwnHubOnly() throws Exception {
        String state = begin().get("state");
        assertThat(end(state, "&redirect=https://evil.example&return_to=//evil.example"))
                .isEqualTo("/");
        try (Hub proxied =
                HubFixtures.started(
                        "publicUrl: https://hub.example/base/\n"
                                + issuer.config(MORE)
                                + HubFixtures.TEST_SOURCE)) {
            URI place = browser.next(proxied.uri().resolve("/console/api/login/acme"));
            assertThat(query(place))
                    .containsEntry("redirect_uri", "https://hub.example/base/console/api/callback");
            HttpResponse<String> end =
                    browser.get(proxied.uri().resolve("/console/api/callback?state=x"));
            assertThat(end.headers().firstValue("Location").orElseThrow())
                    .startsWith("https://hub.example/base/#/sign-in?error=");
        }
    }

    @Test
    void whoHasTheNameOfATokenInTheConfigIsNotLetIn() throws Exception {
        String tokens = "tokens:\n" + HubFixtures.token("ann", "ann-token", "secret:read");
        try (Hub named =
                HubFixtures.started(tokens + issuer.config(MORE) + HubFixtures.TEST_SOURCE)) {
            URI login = named.uri().resolve("/console/api/login/acme");
            Map<String, String> asked = query(browser.next(login));
            issuer.nonce(asked.get("nonce"));

            HttpResponse<String> end =
                    browser.get(
                            login.resolve(
                                    "/console/api/callback?code=any&state=" + asked.get("state")));

            assertThat(end.headers().firstValue("Location").orElseThrow())
                    .startsWith("/#/sign-in?error=the%20name%20of%20this%20account%20is%20taken");
            assertThat(isSignedIn()).isFalse();
        }
    }
}
