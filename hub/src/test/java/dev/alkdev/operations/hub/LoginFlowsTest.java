package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.jwt.OidcRequest;

import org.junit.jupiter.api.Test;

import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;

class LoginFlowsTest {
    private static final OidcConfig ISSUER =
            StandardKinds.RECORDS.make(
                    OidcConfig.class,
                    Map.of("name", "acme", "issuer", "https://idp.example", "clientId", "hub"));

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

    private String begin(String address) {
        OidcRequest request = OidcRequest.to(URI.create("https://hub.example/callback"));
        flows.add(new LoginFlows.Flow(ISSUER, request, TokenHash.of("browser"), address, now));
        return request.state();
    }

    @Test
    void aStateIsForOneAnswer() {
        String state = begin("a");

        assertThat(flows.take(state)).isNotNull();
        assertThat(flows.take(state)).isNull();
    }

    @Test
    void aSignInThatTakesTooLongIsForgotten() {
        String state = begin("a");
        now = now.plus(LoginFlows.PATIENCE);

        assertThat(flows.take(state)).isNull();
        begin("a");
        assertThat(flows.size()).isEqualTo(1);
    }

    @Test
    void oneAddressDisplacesItsOwnOnly() {
        String other = begin("b");
        String first = begin("a");
        for (int i = 0; i < LoginFlows.MOST_OF_ONE; i++) {
            begin("a");
        }

        assertThat(flows.size()).isEqualTo(LoginFlows.MOST_OF_ONE + 1);
        assertThat(flows.take(first)).isNull();
        assertThat(flows.take(other)).isNotNull();
    }

    @Test
    void theirNumberIsBounded() {
        for (int i = 0; i < 2 * LoginFlows.MOST; i++) {
            begin("address " + i);
        }

        assertThat(flows.size()).isEqualTo(LoginFlows.MOST);
    }
}
