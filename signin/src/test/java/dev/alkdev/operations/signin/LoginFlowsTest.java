package dev.alkdev.operations.signin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.jwt.OidcRequest;

import org.junit.jupiter.api.Test;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;

class LoginFlowsTest {
    private Instant now = Instant.parse("2026-01-02T12:00:00Z");
    private final LoginFlows flows = new LoginFlows(new TestClock());

    private final class TestClock extends Clock {
        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    private final OidcRequest request = OidcRequest.to(URI.create("https://hub.example/callback"));

    private LoginFlows.Flow begin(OidcRequest request) {
        LoginFlows.Flow flow = flows.open("name", flows.seal("name", "acme", request));
        assertThat(flow).isNotNull();
        return flow;
    }

    @Test
    void aCookieHoldsItsSignIn() {
        assertThat(begin(request)).isEqualTo(new LoginFlows.Flow("acme", request, now));
    }

    @Test
    void aSignInFinishesOnce() {
        LoginFlows.Flow flow = begin(request);

        assertThat(flows.finish(flow)).isTrue();
        assertThat(flows.finish(flow)).isFalse();
        assertThat(flows.finish(begin(OidcRequest.to(request.redirectUri())))).isTrue();
    }

    @Test
    void aSignInThatTakesTooLongIsOver() {
        String cookie = flows.seal("name", "acme", request);
        now = now.plus(LoginFlows.PATIENCE).minusMillis(1);
        assertThat(flows.open("name", cookie)).isNotNull();
        now = now.plusMillis(1);
        assertThat(flows.open("name", cookie)).isNull();
    }

    @Test
    void aCookieIsOfThisProcessUnderItsNameAndUnchanged() {
        String cookie = flows.seal("name", "acme", request);

        assertThat(flows.open("other", cookie)).isNull();
        assertThat(new LoginFlows(new TestClock()).open("name", cookie)).isNull();
        for (int i = 0; i < cookie.length(); i++) {
            char other = cookie.charAt(i) == 'A' ? 'B' : 'A';
            String changed = cookie.substring(0, i) + other + cookie.substring(i + 1);
            assertThat(flows.open("name", changed)).as("changed at " + i).isNull();
        }
        for (String wrong : List.of("", "A", "=", "ä", cookie + "A", "A".repeat(100_000))) {
            assertThat(flows.open("name", wrong)).as(wrong).isNull();
        }
    }

    @Test
    void noSecretIsReadableInACookie() {
        String cookie = flows.seal("name", "acme", request);

        assertThat(new String(Base64.getUrlDecoder().decode(cookie), StandardCharsets.ISO_8859_1))
                .doesNotContain(request.verifier(), request.nonce(), request.state(), "acme");
        assertThat(cookie).hasSizeLessThan(500);
    }

    @Test
    void finishedSignInsAreForgottenWhenTheirCookiesHaveExpired() {
        for (int i = 0; i < 10; i++) {
            flows.finish(begin(OidcRequest.to(request.redirectUri())));
        }
        assertThat(flows.finishedCount()).isEqualTo(10);
        now = now.plus(LoginFlows.PATIENCE).plusMillis(1);
        flows.finish(begin(request));
        assertThat(flows.finishedCount()).isOne();
    }
}
