package dev.alkdev.operations.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;

import dev.alkdev.operations.Identity;
import dev.alkdev.operations.testkit.CapturedLog;
import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.web.HttpSender;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** Keys that change, are slow, wrong or not there. Time passes by hand. */
@Timeout(60)
class IssuerKeysTest {
    private static final Verdict UNKNOWN_KEY =
            new Verdict.Refused("the token is signed with a key that is not known");
    private static final Verdict UNDECIDED =
            new Verdict.Undecided("the authorization server cannot be reached to verify the token");
    private static final RSAKey NEXT = KeyServer.rsa("rsa-2");

    private final HandDrivenClock clock = new HandDrivenClock();
    private KeyServer issuer = new KeyServer();
    private JwtVerifier verifier = verifier();

    @BeforeEach
    void useTheClock() {
        issuer.clock(clock);
    }

    @AfterEach
    void stop() {
        issuer.close();
    }

    private JwtVerifier verifier() {
        return new JwtVerifier(List.of(issuer.options().build()), HttpSender.shared(), clock);
    }

    private String token(JWK key, String subject) {
        JWSHeader header = KeyServer.header(JWSAlgorithm.RS256, key).build();
        return KeyServer.signed(key, header, issuer.claims(it -> it.subject(subject)));
    }

    private void assertAccepted(String token) {
        assertThat(verifier.verify(token)).isInstanceOf(Verdict.Accepted.class);
    }

    @Test
    void areFetchedOnceForManyTokens() {
        for (int i = 0; i < 5; i++) {
            assertAccepted(token(KeyServer.RSA, "caller-" + i));
        }
        assertThat(issuer.fetches()).isOne();
    }

    @Test
    void aNewKeyIsFoundAtOnce() {
        assertAccepted(issuer.token());
        clock.advance(IssuerKeys.INTERVAL);
        issuer.answer(KeyServer.keys(NEXT));

        assertAccepted(token(NEXT, "ann"));
        assertThat(issuer.fetches()).isEqualTo(2);
    }

    @Test
    void aKeyThatIsTakenBackEndsWhatWasAcceptedWithIt() {
        String token = issuer.token();
        assertAccepted(token);
        clock.advance(IssuerKeys.FRESH);
        issuer.answer(KeyServer.keys(NEXT));

        // The old keys serve while the new ones are fetched in the background.
        await().until(() -> verifier.verify(token), UNKNOWN_KEY::equals);
        assertThat(issuer.fetches()).isEqualTo(2);
    }

    @Test
    void aFloodOfUnknownKeysFetchesSeldom() {
        assertAccepted(issuer.token());
        for (int i = 0; i < 200; i++) {
            JWSHeader header =
                    KeyServer.header(JWSAlgorithm.RS256, KeyServer.RSA).keyID("no-" + i).build();
            assertThat(
                            verifier.verify(
                                    KeyServer.signed(
                                            KeyServer.RSA, header, issuer.claims(it -> it))))
                    .isEqualTo(UNKNOWN_KEY);
            clock.advance(Duration.ofMillis(100));
        }
        // 20 seconds have passed since the first.
        assertThat(issuer.fetches()).isBetween(2, 3);
        assertAccepted(token(KeyServer.RSA, "bob"));
    }

    @Test
    void stayInUseWhileTheIssuerIsDownForADayAtMost() {
        assertAccepted(issuer.token());
        issuer.answer(KeyServer.json(503, ""));
        for (int hours = 0; hours < 23; hours++) {
            clock.advance(Duration.ofHours(1));
            assertAccepted(token(KeyServer.RSA, "caller-" + hours));
        }
        clock.advance(Duration.ofHours(1));
        assertThat(verifier.verify(token(KeyServer.RSA, "late"))).isEqualTo(UNDECIDED);
    }

    @Test
    void anIssuerThatIsDownAtFirstIsRetriedWithBackOffAndHeals() {
        try (CapturedLog log = new CapturedLog()) {
            issuer.answer(KeyServer.json(500, ""));
            String token = issuer.token();
            for (int i = 0; i < 20; i++) {
                assertThat(verifier.verify(token)).isEqualTo(UNDECIDED);
            }
            assertThat(issuer.fetches()).isOne();

            issuer.answer(KeyServer.keys(KeyServer.RSA));
            clock.advance(Duration.ofSeconds(1));

            assertAccepted(token);
            assertThat(log.of(IssuerKeys.class.getName()))
                    .containsExactly(
                            "The keys of %1$s could not be fetched: %1$s/jwks answered HTTP 500: Internal Server Error. Its tokens cannot be verified; retried with back-off"
                                    .formatted(issuer.issuer()),
                            "The keys of %s are available again".formatted(issuer.issuer()));
        }
    }

    @Test
    void anIssuerThatDoesNotListenIsUndecided() {
        int port = issuer.port();
        String token = issuer.token();
        issuer.close();
        assertThat(verifier.verify(token)).isEqualTo(UNDECIDED);

        issuer = new KeyServer(port);
        issuer.clock(clock);
        clock.advance(Duration.ofSeconds(1));
        assertAccepted(token);
    }

    @Test
    void answersThatAreNoKeysAreNotUsed() {
        String token = issuer.token();
        List<KeyServer.Answer> answers =
                List.of(
                        KeyServer.json(200, "<html>"),
                        KeyServer.json(200, "{}"),
                        KeyServer.json(200, "{\"keys\": []}"),
                        KeyServer.json(200, "[".repeat(100_000)),
                        KeyServer.json(200, "{\"keys\": [\"" + "x".repeat(600_000) + "\"]}"),
                        KeyServer.json(200, symmetric()),
                        exchange -> {
                            exchange.getResponseHeaders()
                                    .set("Location", issuer.issuer() + "/elsewhere");
                            exchange.sendResponseHeaders(302, -1);
                            exchange.close();
                        },
                        exchange -> exchange.close());
        for (KeyServer.Answer answer : answers) {
            issuer.answer(answer);
            assertThat(verifier.verify(token)).isEqualTo(UNDECIDED);
            clock.advance(Duration.ofMinutes(1));
        }
        assertThat(issuer.fetches()).isGreaterThanOrEqualTo(answers.size());
        issuer.answer(KeyServer.keys(KeyServer.RSA));
        assertAccepted(token);
    }

    private static String symmetric() {
        return "{\"keys\": [{\"kty\": \"oct\", \"kid\": \"rsa-1\", \"k\": \"c2VjcmV0\"}]}";
    }

    @Test
    void aSlowIssuerHoldsUpNobodyWhoseKeyIsKnown() throws Exception {
        assertAccepted(issuer.token());
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        issuer.answer(
                exchange -> {
                    asked.countDown();
                    try {
                        release.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    exchange.close();
                });
        clock.advance(IssuerKeys.FRESH);
        try {
            CompletableFuture<Verdict> unknown =
                    CompletableFuture.supplyAsync(() -> verifier.verify(token(NEXT, "eve")));
            asked.await();

            assertAccepted(token(KeyServer.RSA, "bob"));
            assertThat(unknown).isNotDone();

            // The time for a fetch is over, whatever the issuer does.
            await().until(
                            () -> {
                                clock.advance(Duration.ofSeconds(1));
                                return unknown.isDone();
                            });
            assertThat(unknown.join()).isEqualTo(UNKNOWN_KEY);
        } finally {
            release.countDown();
        }
    }

    @Test
    void metadataOfAnotherIssuerIsNotUsed() {
        verifier =
                new JwtVerifier(
                        List.of(
                                JwtOptions.issuer("http://localhost:" + issuer.port())
                                        .audience("hub")
                                        .build()),
                        HttpSender.shared(),
                        clock);
        String token = issuer.token(claims -> claims.issuer("http://localhost:" + issuer.port()));

        assertThat(verifier.verify(token)).isEqualTo(UNDECIDED);
        assertThat(issuer.fetches()).isZero();
    }

    @Test
    void verdictsAreBoundedAndWrongTokensDisplaceNoRightOnes() {
        String right = token(KeyServer.RSA, "ann");
        assertAccepted(right);
        VerdictCache cache = new VerdictCache(clock);
        Verdict refused = new Verdict.Refused("wrong");
        Verdict accepted = verifier.verify(right);
        for (int i = 0; i < 3 * VerdictCache.MOST_ACCEPTED; i++) {
            cache.put(VerdictCache.Key.of("right-" + i), accepted, null, 0);
        }
        assertThat(cache.size()).isBetween(1, VerdictCache.MOST_ACCEPTED);
        int before = cache.size();
        for (int i = 0; i < 3 * VerdictCache.MOST_ACCEPTED; i++) {
            cache.put(VerdictCache.Key.of("wrong-" + i), refused, null, 0);
        }
        assertThat(cache.size()).isBetween(before, before + VerdictCache.MOST_REFUSED);
    }

    @Test
    void callersWithVeryManyScopesAreRememberedInSmallerNumber() {
        VerdictCache cache = new VerdictCache(clock);
        Verdict heavy =
                new Verdict.Accepted(
                        Identity.of("ann", "x".repeat(10_000)), clock.now().plusSeconds(60));
        for (int i = 0; i < 2_000; i++) {
            cache.put(VerdictCache.Key.of("heavy-" + i), heavy, null, 0);
        }
        assertThat(cache.size()).isBetween(100, 500);
    }

    @Test
    void aClockThatIsSetChangesWhatIsValidAtOnce() {
        String token = issuer.token();
        assertAccepted(token);
        clock.advance(Duration.ofHours(1));
        assertThat(verifier.verify(token)).isEqualTo(new Verdict.Refused("the token has expired"));
    }
}
