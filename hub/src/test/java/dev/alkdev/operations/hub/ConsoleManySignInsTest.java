package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Many people at one address, several tabs, abandoned sign-ins, and those who misuse them. */
@Timeout(120)
class ConsoleManySignInsTest {
    private static final String LOGIN = "operations-sign-in-";
    private static final String NOT_BEGUN =
            "/#/sign-in?error=the sign-in was not begun here, or took too long";

    private final TestOpenIdIssuer issuer = new TestOpenIdIssuer();
    private Hub hub;
    private TestBrowser browser;

    @BeforeEach
    void start() {
        hub =
                HubFixtures.started(
                        issuer.config("    everybody: [\"console:use\"]\n")
                                + HubFixtures.TEST_SOURCE);
        browser = new TestBrowser();
    }

    @AfterEach
    void stop() {
        browser.close();
        hub.close();
        issuer.close();
    }

    private record Begun(String state, String nonce) {}

    private URI api(String path) {
        return hub.uri().resolve("/console/api" + path);
    }

    private Begun begin(TestBrowser visitor) throws Exception {
        String place = visitor.next(api("/login/acme")).toString();
        return new Begun(parameter(place, "state"), parameter(place, "nonce"));
    }

    private static String parameter(String place, String name) {
        Matcher found = Pattern.compile("[?&]" + name + "=([^&]+)").matcher(place);
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    private URI callback(Begun begun) {
        issuer.nonce(begun.nonce());
        return api("/callback?code=any&state=" + begun.state());
    }

    private static String place(HttpResponse<String> response) {
        assertThat(response.statusCode()).isEqualTo(302);
        return URLDecoder.decode(
                response.headers().firstValue("Location").orElseThrow(), StandardCharsets.UTF_8);
    }

    private String end(TestBrowser visitor, Begun begun) throws Exception {
        return place(visitor.get(callback(begun)));
    }

    private String endWith(String cookie, Begun begun) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return place(
                    http.send(
                            HttpRequest.newBuilder(callback(begun))
                                    .header("Cookie", cookie)
                                    .build(),
                            BodyHandlers.ofString()));
        }
    }

    @Test
    void aHundredPeopleAtOneAddressSignInWhateverTheOrder() throws Exception {
        List<TestBrowser> browsers = new ArrayList<>();
        List<Begun> begun = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            browsers.add(new TestBrowser());
            begun.add(begin(browsers.getLast()));
        }
        for (int i = 0; i < 100; i++) {
            assertThat(end(browsers.get(i), begun.get(i))).isEqualTo("/");
            browsers.get(i).close();
        }
    }

    @Test
    void tabsOfOneBrowserSignInWhateverTheOrder() throws Exception {
        Begun first = begin(browser);
        Begun second = begin(browser);
        Begun third = begin(browser);

        assertThat(end(browser, second)).isEqualTo("/");
        assertThat(end(browser, first)).isEqualTo("/");
        assertThat(end(browser, third)).isEqualTo("/");
        assertThat(browser.cookie(LOGIN)).isEmpty();
    }

    @Test
    void abandonedSignInsHinderNoOtherAndAreRemovedFromTheBrowser() throws Exception {
        Begun first = begin(browser);
        for (int i = 0; i < 30; i++) {
            begin(browser);
        }
        Begun last = begin(browser);

        assertThat(end(browser, first)).isEqualTo(NOT_BEGUN);
        assertThat(end(browser, last)).isEqualTo("/");
    }

    @Test
    void aSignInThatIsFinishedDoesNotFinishAgainWithItsOldCookie() throws Exception {
        Begun begun = begin(browser);
        String cookie = browser.cookie(LOGIN);
        assertThat(end(browser, begun)).isEqualTo("/");

        assertThat(endWith(cookie, begun)).isEqualTo(NOT_BEGUN);
        assertThat(endWith("", begun)).isEqualTo(NOT_BEGUN);
    }

    @Test
    void aStateOfAnotherBrowserIsRefusedAndChangesNothing() throws Exception {
        try (TestBrowser attacker = new TestBrowser()) {
            Begun own = begin(browser);
            Begun foreign = begin(attacker);
            String cookie = browser.cookie(LOGIN);
            String value = attacker.cookie(LOGIN).replaceFirst(".*?=", "");

            assertThat(end(browser, foreign)).isEqualTo(NOT_BEGUN);
            assertThat(end(browser, new Begun("invented", "any"))).isEqualTo(NOT_BEGUN);
            // The sealed sign-in of another state under the name of ours, and the reverse.
            assertThat(endWith(cookie.replaceFirst("=.*", "=" + value), own)).isEqualTo(NOT_BEGUN);
            assertThat(endWith(cookie + "A", own)).isEqualTo(NOT_BEGUN);

            assertThat(end(browser, own)).isEqualTo("/");
            assertThat(end(attacker, foreign)).isEqualTo("/");
        }
    }

    @Test
    void withoutPublicUrlAForeignHostIsNotWhereTheIssuerSendsBrowsers() throws Exception {
        String request =
                "GET /console/api/login/acme HTTP/1.1\r\nHost: evil.example\r\n"
                        + "Connection: close\r\n\r\n";
        try (Socket socket = new Socket("127.0.0.1", hub.uri().getPort());
                InputStream in = socket.getInputStream()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String response = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(response)
                    .doesNotContain("evil.example", "Set-Cookie")
                    .containsPattern("Location: /#/sign-in\\?error=[^ ]*publicUrl");
        }
    }
}
