package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.Identity;
import dev.alkdev.operations.hub.AcceptedTokens.TokenBearer;

import org.junit.jupiter.api.Test;

import java.time.Instant;

class HubAuthenticatorTest {
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

    @Test
    void aTokenThatIsNoLongerAcceptedHasExpired() {
        assertThat(HubAuthenticator.expiry(new TokenBearer.Stranger("removed", false)))
                .hasValue(Instant.EPOCH);
        assertThat(HubAuthenticator.expiry(new TokenBearer.Undecided("no keys yet")))
                .hasValue(Instant.EPOCH);
    }

    @Test
    void anAcceptedTokenExpiresWhenItSaysSo() {
        Identity ann = Identity.of("ann");

        assertThat(HubAuthenticator.expiry(new TokenBearer.Known(ann, false, NOON))).hasValue(NOON);
        assertThat(HubAuthenticator.expiry(new TokenBearer.Known(ann, false, null))).isEmpty();
    }
}
