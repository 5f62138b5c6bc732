package dev.alkdev.operations.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;

import dev.alkdev.operations.Identity;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

@Timeout(60)
class JwtVerifierTest {
    private static final Verdict UNKNOWN_KEY =
            new Verdict.Refused("the token is signed with a key that is not known");
    private static final Verdict ALGORITHM =
            new Verdict.Refused("the token is signed with an algorithm not accepted here");
    private static final Verdict UNREADABLE = new Verdict.Refused("the token is not a signed JWT");
    private static final Verdict SIGNATURE =
            new Verdict.Refused("the signature of the token is not valid");
    private static final Verdict ISSUER =
            new Verdict.Refused("the token is of an issuer not accepted here");
    private static final Verdict AUDIENCE =
            new Verdict.Refused("the token is for another audience");

    private final KeyServer issuer = new KeyServer();
    private final JwtVerifier verifier = verifier(options -> options);

    @AfterEach
    void stop() {
        issuer.close();
    }

    private JwtVerifier verifier(UnaryOperator<JwtOptions.Builder> change) {
        return JwtVerifier.of(List.of(change.apply(issuer.options()).build()));
    }

    private Verdict judged(UnaryOperator<JWTClaimsSet.Builder> change) {
        return verifier.verify(issuer.token(change));
    }

    private static Identity identity(Verdict verdict) {
        assertThat(verdict).isInstanceOf(Verdict.Accepted.class);
        return ((Verdict.Accepted) verdict).identity();
    }

    private static Date in(int seconds) {
        return Date.from(Instant.now().plusSeconds(seconds));
    }

    @Nested
    class AGoodToken {
        @Test
        void namesItsCallerAndScopesUntilItExpires() {
            Date end = new Date(in(100).getTime() / 1000 * 1000);

            assertThat(judged(claims -> claims.expirationTime(end)))
                    .isEqualTo(
                            new Verdict.Accepted(
                                    Identity.of("ann", "pets:read", "pets:write"),
                                    end.toInstant().plusSeconds(30)));
        }

        @Test
        void mayBeSignedWithAnEllipticCurve() {
            JWSHeader header = KeyServer.header(JWSAlgorithm.ES256, KeyServer.EC).build();
            String token = KeyServer.signed(KeyServer.EC, header, issuer.claims(it -> it));

            assertThat(identity(verifier.verify(token)).id()).isEqualTo("ann");
        }

        @Test
        void mayHaveItsScopesAsAList() {
            Verdict verdict = judged(claims -> claims.claim("scope", List.of("a", "b")));
            assertThat(identity(verdict).scopes()).isEqualTo(Set.of("a", "b"));
        }

        @Test
        void mayHaveItsScopesInAnotherClaim() {
            JwtVerifier other = verifier(options -> options.scopeClaim("scp"));
            String token = issuer.token(claims -> claims.claim("scp", " x  y "));

            assertThat(identity(other.verify(token)).scopes()).isEqualTo(Set.of("x", "y"));
        }

        @Test
        void mayHaveNoScopes() {
            assertThat(identity(judged(claims -> claims.claim("scope", null))).scopes()).isEmpty();
        }

        @Test
        void ofAClientWithoutASubjectNamesTheClient() {
            Verdict verdict = judged(claims -> claims.subject(null).claim("client_id", "cron"));
            assertThat(identity(verdict).id()).isEqualTo("cron");
        }

        @Test
        void mayHaveItsCallerInAnotherClaimBehindAPrefix() {
            JwtVerifier other =
                    verifier(options -> options.nameClaim("client_id").namePrefix("idp:"));
            String token = issuer.token(claims -> claims.claim("client_id", "cron"));

            assertThat(identity(other.verify(token)).id()).isEqualTo("idp:cron");
        }

        @Test
        void mayBeForSeveralAudiences() {
            assertThat(judged(claims -> claims.audience(List.of("other", "hub"))))
                    .isInstanceOf(Verdict.Accepted.class);
        }

        @Test
        void mayBeForAUrlBelowThePublicOne() {
            JwtVerifier other =
                    verifier(options -> options.publicUrl(URI.create("https://hub.example/")));
            assertThat(other.verify(issuer.token(it -> it.audience("https://hub.example"))))
                    .isInstanceOf(Verdict.Accepted.class);
            assertThat(other.verify(issuer.token(it -> it.audience("https://hub.example/mcp"))))
                    .isInstanceOf(Verdict.Accepted.class);
            assertThat(other.verify(issuer.token(it -> it.audience("https://hub.example.evil"))))
                    .isEqualTo(AUDIENCE);
        }

        @Test
        void mayHaveExpiredWithinTheClockSkew() {
            assertThat(judged(claims -> claims.expirationTime(in(-5)).notBeforeTime(in(20))))
                    .isInstanceOf(Verdict.Accepted.class);
        }

        @Test
        void mayHaveItsTypeInFullOrInCapitals() {
            for (String type : List.of("application/at+jwt", "AT+JWT")) {
                JWSHeader header =
                        KeyServer.header(JWSAlgorithm.RS256, KeyServer.RSA)
                                .type(new JOSEObjectType(type))
                                .build();
                String token = KeyServer.signed(KeyServer.RSA, header, issuer.claims(it -> it));
                assertThat(verifier.verify(token)).isInstanceOf(Verdict.Accepted.class);
            }
        }
    }

    @Nested
    class AForgedToken {
        @Test
        void withoutASignatureIsRefused() {
            assertThat(verifier.verify(new PlainJWT(issuer.claims(it -> it)).serialize()))
                    .isEqualTo(UNREADABLE);
            String header = "{\"alg\":\"none\",\"typ\":\"at+jwt\"}";
            String[] parts = issuer.token().split("\\.", -1);
            assertThat(verifier.verify(base64(header) + "." + parts[1] + "." + parts[2]))
                    .isEqualTo(UNREADABLE);
        }

        private static String base64(String text) {
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(text.getBytes(StandardCharsets.UTF_8));
        }

        @Test
        void signedWithThePublicKeyAsSecretIsRefused() throws Exception {
            byte[] secret = KeyServer.RSA.toPublicKey().getEncoded();
            SignedJWT token =
                    new SignedJWT(
                            KeyServer.header(JWSAlgorithm.HS256, KeyServer.RSA).build(),
                            issuer.claims(it -> it));
            token.sign(new MACSigner(secret));

            assertThat(verifier.verify(token.serialize())).isEqualTo(ALGORITHM);
        }

        @Test
        void signedWithAnotherKeyOfTheSameIdIsRefused() {
            RSAKey other = KeyServer.rsa(KeyServer.RSA.getKeyID());
            JWSHeader header = KeyServer.header(JWSAlgorithm.RS256, other).build();

            assertThat(verifier.verify(KeyServer.signed(other, header, issuer.claims(it -> it))))
                    .isEqualTo(SIGNATURE);
        }

        @Test
        void thatBringsItsOwnKeyIsRefused() throws Exception {
            RSAKey other = KeyServer.rsa("mine");
            JWSHeader header =
                    KeyServer.header(JWSAlgorithm.RS256, other)
                            .jwk(other.toPublicJWK())
                            .jwkURL(URI.create(issuer.issuer() + "/evil"))
                            .build();

            assertThat(verifier.verify(KeyServer.signed(other, header, issuer.claims(it -> it))))
                    .isEqualTo(UNKNOWN_KEY);
        }

        @Test
        void withAnAlgorithmThatIsNotConfiguredIsRefused() {
            JWSHeader header = KeyServer.header(JWSAlgorithm.PS256, KeyServer.RSA).build();

            assertThat(
                            verifier.verify(
                                    KeyServer.signed(
                                            KeyServer.RSA, header, issuer.claims(it -> it))))
                    .isEqualTo(ALGORITHM);
        }

        @Test
        void withAChangedPayloadIsRefused() {
            String[] good = issuer.token().split("\\.", -1);
            String[] other = issuer.token(claims -> claims.subject("root")).split("\\.", -1);

            assertThat(verifier.verify(good[0] + "." + other[1] + "." + good[2]))
                    .isEqualTo(SIGNATURE);
        }

        @Test
        void thatIsGarbageIsRefused() {
            String deep = base64("{\"a\":" + "[".repeat(8_000));
            for (String token :
                    List.of("", ".", "..", "a.b.c", "....", "\u0000.\u0000.x", deep + ".x.y")) {
                assertThat(verifier.verify(token)).isEqualTo(UNREADABLE);
            }
        }

        @Test
        void thatIsHugeIsRefusedUnread() {
            String token = issuer.token(claims -> claims.claim("x", "y".repeat(20_000)));
            assertThat(verifier.verify(token))
                    .isEqualTo(new Verdict.Refused("the token is too long"));
            assertThat(issuer.fetches()).isZero();
        }
    }

    @Nested
    class AWrongToken {
        @Test
        void ofAnotherIssuerIsRefused() {
            assertThat(judged(claims -> claims.issuer("https://evil.example"))).isEqualTo(ISSUER);
            assertThat(judged(claims -> claims.issuer(null))).isEqualTo(ISSUER);
            assertThat(judged(claims -> claims.issuer(issuer.issuer() + "/"))).isEqualTo(ISSUER);
        }

        @Test
        void forAnotherAudienceIsRefused() {
            assertThat(judged(claims -> claims.audience("other"))).isEqualTo(AUDIENCE);
            assertThat(judged(claims -> claims.audience((String) null))).isEqualTo(AUDIENCE);
        }

        @Test
        void ofAnotherTypeIsRefused() {
            Verdict type = new Verdict.Refused("the token is not of type at+jwt");
            JWSHeader.Builder header = KeyServer.header(JWSAlgorithm.RS256, KeyServer.RSA);
            assertThat(
                            verifier.verify(
                                    KeyServer.signed(
                                            KeyServer.RSA,
                                            header.type(JOSEObjectType.JWT).build(),
                                            issuer.claims(it -> it))))
                    .isEqualTo(type);
            assertThat(
                            verifier.verify(
                                    KeyServer.signed(
                                            KeyServer.RSA,
                                            header.type(null).build(),
                                            issuer.claims(it -> it))))
                    .isEqualTo(type);
        }

        @Test
        void thatHasExpiredOrIsNotValidYetIsRefused() {
            assertThat(judged(claims -> claims.expirationTime(in(-40))))
                    .isEqualTo(new Verdict.Refused("the token has expired"));
            assertThat(judged(claims -> claims.notBeforeTime(in(300))))
                    .isEqualTo(new Verdict.Refused("the token is not valid yet"));
            assertThat(judged(claims -> claims.expirationTime(null)))
                    .isEqualTo(new Verdict.Refused("the token has no end"));
        }

        @Test
        void withScopesThatAreNoneIsRefused() {
            Verdict scopes =
                    new Verdict.Refused("the claim scope of the token is not a list of scopes");
            assertThat(judged(claims -> claims.claim("scope", 7))).isEqualTo(scopes);
            assertThat(judged(claims -> claims.claim("scope", List.of("a", 7)))).isEqualTo(scopes);
        }

        @Test
        void thatNamesNobodyIsRefused() {
            Verdict nobody = new Verdict.Refused("the token names no caller");
            assertThat(judged(claims -> claims.subject(null))).isEqualTo(nobody);
            assertThat(judged(claims -> claims.subject("a\nb"))).isEqualTo(nobody);
            assertThat(judged(claims -> claims.subject("a".repeat(300)))).isEqualTo(nobody);
        }
    }

    @Test
    void tokensOfSeveralIssuersAreVerifiedWithTheirOwnKeysOnly() throws Exception {
        try (KeyServer second = new KeyServer()) {
            ECKey other = KeyServer.ec("second");
            second.answer(KeyServer.keys(other));
            JwtVerifier both =
                    JwtVerifier.of(
                            List.of(
                                    issuer.options().build(),
                                    second.options().namePrefix("second:").build()));
            JWSHeader header = KeyServer.header(JWSAlgorithm.ES256, other).build();

            assertThat(identity(both.verify(issuer.token())).id()).isEqualTo("ann");
            assertThat(
                            identity(
                                            both.verify(
                                                    KeyServer.signed(
                                                            other,
                                                            header,
                                                            second.claims(it -> it))))
                                    .id())
                    .isEqualTo("second:ann");
            assertThat(both.verify(KeyServer.signed(other, header, issuer.claims(it -> it))))
                    .isEqualTo(UNKNOWN_KEY);
        }
    }

    @Test
    void whatWouldAcceptTooMuchIsNoOption() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JwtOptions.issuer("https://idp.example").build())
                .withMessageContaining("an audience or a public URL is needed");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> issuer.options().algorithms("HS256").build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> issuer.options().algorithms("none").build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> issuer.options().clockSkew(Duration.ofHours(1)).build());
    }
}
