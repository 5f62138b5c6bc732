package dev.alkdev.operations.signin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.Identity;
import dev.alkdev.operations.jwt.OidcOptions;
import dev.alkdev.operations.jwt.OidcRequest;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;

class LoginFlowsTest {
    private static final SignInIssuer ISSUER = new TestIssuer("acme");

    private record TestIssuer(String name) implements SignInIssuer {
        @Override
        public String shownTitle() {
            return name;
        }

        @Override
        public OidcOptions options() {
            return new OidcOptions(
                    "https://idp.example", "hub", null, List.of("openid"), Set.of(), Duration.ZERO);
        }

        @Override
        public Duration session() {
            return Duration.ofHours(1);
        }

        @Override
        public boolean allows(JsonNode claims) {
            return true;
        }

        @Override
        public Optional<Identity> identity(JsonNode claims) {
            return Optional.empty();
        }
    }

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
        flows.add(new LoginFlows.Flow(ISSUER, request, SecretHash.of("browser"), address, now));
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
