package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.Identity;
import dev.alkdev.operations.config.ConfigException;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;

class OidcConfigTest {
    private static final String ISSUER =
            """
            auth:
              oidc:
                name: acme
                issuer: https://idp.example
                clientId: hub
                clientSecret: hidden
            """;

    private static OidcConfig issuer(String more) {
        return HubFixtures.config(ISSUER + more).auth().oidc().getFirst();
    }

    private static void refuses(String more, String message) {
        assertThatThrownBy(() -> HubFixtures.config(ISSUER + more))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }

    @Test
    void whatIsWrongIsSaid() {
        refuses("    scopes: [profile]\n", "scopes should contain openid");
        refuses("    session: 13h\n", "up to 12h");
        refuses("    clockSkew: 11m\n", "up to 10m");
        refuses("    algorithms: []\n", "algorithms should have at least one item");
        assertThatThrownBy(() -> HubFixtures.config(ISSUER.replace("https://idp", "http://idp")))
                .hasMessageContaining("reached without encryption; use https");
    }

    @Test
    void severalIssuersNeedNamesAndPrefixesOfTheirOwn() {
        String two =
                """
                auth:
                  oidc:
                    - {name: a, issuer: "https://a.example", clientId: hub}
                    - {name: %s, issuer: "https://b.example", clientId: hub%s}
                """;
        assertThatThrownBy(() -> HubFixtures.config(two.formatted("a", ", namePrefix: b")))
                .hasMessageContaining("duplicate issuer \"a\", first in line");
        assertThatThrownBy(() -> HubFixtures.config(two.formatted("b", "")))
                .hasMessageContaining("need different values of namePrefix");
        assertThat(HubFixtures.config(two.formatted("b", ", namePrefix: b")).auth().oidc())
                .hasSize(2);
    }

    @Test
    void anIssuerMayAlsoIssueTokensForTheSamePeople() {
        HubConfig config =
                HubFixtures.config(
                        ISSUER + "  jwt: {issuer: \"https://idp.example\", audience: hub}\n");

        assertThat(config.isAuthenticated()).isTrue();
        assertThatThrownBy(
                        () ->
                                HubFixtures.config(
                                        ISSUER
                                                + "  jwt: {issuer: \"https://b.example\", audience:"
                                                + " hub}\n"))
                .hasMessageContaining("need different values of namePrefix");
    }

    @Test
    void theSecretIsShownNowhere() {
        assertThat(HubFixtures.config(ISSUER).toString()).doesNotContain("hidden");
        assertThat(issuer("").options().toString()).doesNotContain("hidden");
    }

    @Test
    void claimsGiveScopes() {
        OidcConfig issuer =
                issuer(
                        """
                            everybody: [use]
                            namePrefix: "acme:"
                            grants:
                              groups: {staff: [read, write], guests: [read]}
                              realm_access.roles: {admin: [all]}
                              level: {"3": [third]}
                        """);

        assertThat(
                        issuer.identity(
                                Json.parse(
                                        """
                                        {"sub": "ann", "groups": ["staff", 7, {}, "other"],
                                         "realm_access": {"roles": "admin"}, "level": 3}
                                        """)))
                .hasValue(Identity.of("acme:ann", "use", "read", "write", "all", "third"));
        assertThat(issuer.identity(Json.parse("{\"sub\": \"bob\", \"realm_access\": 7}")))
                .hasValue(Identity.of("acme:bob", "use"));
        assertThat(issuer.identity(Json.parse("{}"))).isEmpty();
        assertThat(issuer.identity(Json.parse("{\"sub\": \"a\\nb\"}"))).isEmpty();
        assertThat(issuer.identity(Json.parse("{\"sub\": {\"a\": 1}}"))).isEmpty();
    }

    @Test
    void whoIsLetInHasOneValueOfEachClaim() {
        OidcConfig issuer =
                issuer("    allowed: {email_verified: ['true'], hd: [a.example, b.example]}\n");

        assertThat(issuer.allows(Json.parse("{\"email_verified\": true, \"hd\": \"b.example\"}")))
                .isTrue();
        assertThat(issuer.allows(Json.parse("{\"email_verified\": true, \"hd\": \"c\"}")))
                .isFalse();
        assertThat(issuer.allows(Json.parse("{\"hd\": \"b.example\"}"))).isFalse();
    }
}
