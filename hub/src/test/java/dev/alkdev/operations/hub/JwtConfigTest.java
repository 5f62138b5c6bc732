package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

class JwtConfigTest {
    private static final String ALGORITHMS =
            "RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384 and ES512";
    private static final String UNENCRYPTED =
            "the keys of the issuer would be fetched without encryption, so that anybody on the way"
                    + " could issue tokens; use https, or give jwksUri";

    @TempDir Path folder;

    private HubConfig parse(String text) {
        return ConfigText.in(folder).parse(text);
    }

    private List<String> problems(String text) {
        return ConfigText.in(folder).problems(text);
    }

    @Test
    void oneIssuerNeedsNoList() {
        HubConfig config =
                parse(
                        """
                        publicUrl: https://hub.example
                        auth: {jwt: {issuer: "https://idp.example"}}
                        """);
        assertThat(config.publicUrl()).isEqualTo(URI.create("https://hub.example"));
        assertThat(config.auth().jwt())
                .containsExactly(
                        new JwtConfig(
                                "https://idp.example",
                                List.of(),
                                null,
                                List.of("RS256", "ES256"),
                                List.of("at+jwt"),
                                "scope",
                                "sub",
                                null,
                                null,
                                Duration.ofSeconds(30)));
        assertThat(config.isAuthenticated()).isTrue();
    }

    @Test
    void severalIssuersHaveAPrefixEach() {
        HubConfig config =
                parse(
                        """
                        auth:
                          scopes: [pets:read]
                          jwt:
                            - {issuer: "https://a.example", audience: hub}
                            - issuer: https://b.example
                              audience: [hub, "api://hub"]
                              jwksUri: http://keycloak:8080/keys
                              algorithms: [PS512]
                              types: [JWT]
                              scopeClaim: scp
                              nameClaim: email
                              namePrefix: "b:"
                              toolsClaim: may_use
                              clockSkew: 1m
                        """);
        assertThat(config.auth().scopes()).containsExactly("pets:read");
        assertThat(config.auth().jwt().getFirst().audience()).containsExactly("hub");
        assertThat(config.auth().jwt().getLast())
                .isEqualTo(
                        new JwtConfig(
                                "https://b.example",
                                List.of("hub", "api://hub"),
                                URI.create("http://keycloak:8080/keys"),
                                List.of("PS512"),
                                List.of("JWT"),
                                "scp",
                                "email",
                                "b:",
                                "may_use",
                                Duration.ofMinutes(1)));
    }

    @Test
    void anIssuerWhoseHostIsNoHostNameIsNotThisMachine() {
        assertThat(JwtConfig.isTrustworthy("http://id_p.example")).isFalse();
        assertThat(JwtConfig.isTrustworthy("http:idp")).isFalse();
        assertThat(JwtConfig.isTrustworthy("http://localhost:9000")).isTrue();
    }

    @Test
    void whatIsWrongIsNamedWithItsPlace() {
        assertThat(
                        problems(
                                """
                                publicUrl: https://hub.example?a=b
                                auth:
                                  jwt:
                                    - issuer: http://idp.example
                                      audience: []
                                      algorithms: [HS256, none]
                                      clockSkew: 1h
                                      isuer: x
                                    - {issuer: "http://idp.example"}
                                """))
                .containsExactly(
                        "hub.yaml:1:12: publicUrl should be an http or https URL, as in"
                                + " https://hub.example, without query and fragment, but is"
                                + " \"https://hub.example?***\"",
                        "hub.yaml:4:15: " + UNENCRYPTED,
                        "hub.yaml:5:17: audience should have at least one item",
                        "hub.yaml:6:20: algorithms[0] should be one of "
                                + ALGORITHMS
                                + ", but is \"HS256\"; did you mean RS256?",
                        "hub.yaml:6:27: algorithms[1] should be one of "
                                + ALGORITHMS
                                + ", but is \"none\"",
                        "hub.yaml:7:18: clockSkew should be a duration up to 10m, as in 30s, but is"
                                + " \"1h\"",
                        "hub.yaml:8:7: unknown key 'isuer'; did you mean 'issuer'?",
                        "hub.yaml:9:7: this issuer and the one in line 4 need different values of"
                                + " namePrefix: the ids of their callers could collide",
                        "hub.yaml:9:16: " + UNENCRYPTED);
    }

    @Test
    void anAudienceIsNeeded() {
        assertThat(problems("auth: {jwt: {issuer: \"https://idp.example\"}}"))
                .containsExactly(
                        "hub.yaml:1:8: 'audience' is missing; it should be an audience, as in"
                                + " https://hub.example, unless publicUrl is given: tokens for"
                                + " others must not be accepted");
    }

    @Test
    void aHubBeyondLoopbackNeedsTokensOrAnIssuer() {
        assertThat(problems("listen: 0.0.0.0:7700"))
                .containsExactly(
                        "hub.yaml:1:9: listening beyond loopback needs authentication: add tokens"
                                + " (make one with `operations token`) or auth, or listen on"
                                + " 127.0.0.1");
        assertThat(
                        parse(
                                        """
                                        listen: 0.0.0.0:7700
                                        auth: {jwt: {issuer: "https://idp.example", audience: hub}}
                                        """)
                                .isAuthenticated())
                .isTrue();
        assertThat(problems("listen: 0.0.0.0:7700\nauth: {jwt: []}")).hasSize(1);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> HubConfig.defaults().withListen(ListenConfig.parse("0.0.0.0:1")));
    }

    @Test
    void oauthStandsAloneBesideKeys() {
        String source =
                """
                sources:
                  - name: a
                    type: openapi
                    document: https://a.example/openapi.json
                    auth:
                """;
        assertThat(
                        problems(
                                source
                                        + "      {bearer: x, oauth: {tokenUrl: 'https://t',"
                                        + " clientId: a, clientSecret: b}}\n"))
                .containsExactly(
                        "hub.yaml:6:19: 'oauth' and 'bearer' are both sent as Authorization; give"
                                + " one");
        HubConfig config =
                parse(
                        source
                                + "      {oauth: {tokenUrl: 'https://t.example/x', clientId: a,"
                                + " clientSecret: s3cr3t}}\n");
        assertThat(config.toString()).doesNotContain("s3cr3t").contains("clientSecret=***");
    }
}
