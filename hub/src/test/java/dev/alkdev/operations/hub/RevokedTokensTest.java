package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;

import org.junit.jupiter.api.Test;

class RevokedTokensTest {
    private static final Caller ANN = Caller.of(Identity.of("ann", "a"));
    private static final Caller SIGNED_IN = Caller.of(Identity.of("acme:zoe"));

    private static final HubConfig OPEN = HubFixtures.config("");
    private static final HubConfig TOKENS = tokens("a");

    private static HubConfig tokens(String scope) {
        return HubFixtures.config("tokens:\n" + HubFixtures.token("ann", "secret of ann", scope));
    }

    private static HubConfig issuer(String client) {
        return HubFixtures.config(
                """
                auth:
                  oidc: {name: acme, issuer: "https://idp.example", clientId: %s}
                tokens:
                %s\
                """
                        .formatted(client, HubFixtures.token("ann", "secret of ann", "a")));
    }

    @Test
    void anonymousCallersAreRevokedWhenAHubBeginsToNeedTokens() {
        assertThat(new RevokedTokens(OPEN, TOKENS)).accepts(Caller.anonymous());
        assertThat(new RevokedTokens(OPEN, TOKENS).isNobody()).isFalse();
        assertThat(new RevokedTokens(OPEN, OPEN)).rejects(Caller.anonymous());
    }

    @Test
    void callersOfAChangedTokenAreRevoked() {
        assertThat(new RevokedTokens(TOKENS, tokens("b"))).accepts(ANN).rejects(SIGNED_IN);
        assertThat(new RevokedTokens(TOKENS, TOKENS)).rejects(ANN);
        assertThat(new RevokedTokens(TOKENS, TOKENS).isNobody()).isTrue();
    }

    @Test
    void callersOfAnIssuerAreRevokedWhenItChangesOrIsRemoved() {
        assertThat(new RevokedTokens(issuer("hub"), issuer("other")))
                .accepts(SIGNED_IN)
                .rejects(ANN);
        assertThat(new RevokedTokens(issuer("hub"), TOKENS)).accepts(SIGNED_IN).rejects(ANN);
        assertThat(new RevokedTokens(TOKENS, issuer("hub"))).rejects(SIGNED_IN, ANN);
    }

    @Test
    void trustedCallersAreNeverRevoked() {
        assertThat(new RevokedTokens(issuer("hub"), OPEN)).rejects(Caller.trusted());
    }
}
