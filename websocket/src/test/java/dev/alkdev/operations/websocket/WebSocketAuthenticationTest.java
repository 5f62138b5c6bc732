package dev.alkdev.operations.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.testkit.LinkOperations;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

@ExtendWith(LeakCheck.class)
@Timeout(60)
class WebSocketAuthenticationTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final ReconnectOptions QUICK =
            ReconnectOptions.defaults().withDelays(Duration.ofMillis(20), Duration.ofMillis(100));

    private final OperationRegistry registry = OperationRegistry.create();
    private final WebSocketServer server;

    WebSocketAuthenticationTest() {
        new LinkOperations().register(registry);
        WebSocketEndpoint endpoint =
                WebSocketEndpoint.at("/link", link -> Peer.over(link, registry))
                        .authenticator(WebSocketAuthenticationTest::admit)
                        .allowedOrigins("https://console.example")
                        .build();
        server = WebSocketServer.serving(endpoint).start();
    }

    private static Admission admit(UpgradeAttempt attempt) {
        return switch (attempt.bearerToken().orElse("")) {
            case "ann" -> Admission.as(Caller.of(Identity.of("ann", "secret:read")));
            case "bob" -> Admission.as(Caller.of(Identity.of("bob")));
            case "eve" -> Admission.forbidden("not you");
            case "bad" -> throw new IllegalStateException("the keys cannot be read");
            default -> Admission.unauthorized("a token is needed");
        };
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private WebSocketClientLink.Builder client() {
        return WebSocketClientLink.to(server.uri()).reconnect(QUICK);
    }

    @Test
    void theTokenDecidesWhatTheCallerMayUse() {
        try (Peer ann = peer("ann");
                Peer bob = peer("bob")) {
            assertThat(ann.call("test.secret", Json.parse("1")).data()).isEqualTo(Json.parse("1"));
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> bob.call("test.secret", Json.parse("1")))
                    .extracting(CallException::code)
                    .isEqualTo("ACCESS_DENIED");
        }
    }

    private Peer peer(String token) {
        WebSocketClientLink link = client().bearerToken(() -> token).build();
        Peer peer = Peer.over(link, OperationRegistry.create());
        link.awaitUp(SOON);
        return peer;
    }

    @Test
    void aRefusedClientSaysWhy() {
        assertRefused(
                client(), "the server refused the upgrade with status 401, it requires Bearer");
        assertRefused(
                client().bearerToken(() -> "eve"),
                "the server refused the upgrade with status 403");
    }

    @Test
    void anAuthenticatorThatFailsRefuses() {
        assertRefused(
                client().bearerToken(() -> "bad").reconnect(ReconnectOptions.never()),
                "the server refused the upgrade with status 500",
                ErrorCode.UNAVAILABLE);
    }

    @Test
    void pagesOfOtherSitesAreRefusedAndThoseAllowedAreNot() {
        assertRefused(
                client().bearerToken(() -> "ann").header("Origin", "https://evil.example"),
                "the server refused the upgrade with status 403");
        for (String origin :
                new String[] {"https://console.example", "http://127.0.0.1:" + server.port()}) {
            try (WebSocketClientLink link =
                    client().bearerToken(() -> "ann").header("Origin", origin).build()) {
                link.open(new RecordingListener());
                link.awaitUp(SOON);
                assertThat(link.isUp()).isTrue();
            }
        }
    }

    private static void assertRefused(WebSocketClientLink.Builder client, String reason) {
        assertRefused(client, reason, ErrorCode.ACCESS_DENIED);
    }

    private static void assertRefused(
            WebSocketClientLink.Builder client, String reason, String code) {
        try (WebSocketClientLink link = client.build()) {
            link.open(new RecordingListener());
            String message = "the link to " + link.name() + " is down: " + reason;
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> link.awaitUp(SOON))
                    .withMessage(message)
                    .extracting(CallException::code)
                    .isEqualTo(code);
            assertThat(link.problem()).contains(message);
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> link.send(new CallEvent.Completed("r-1")))
                    .withMessage(message)
                    .extracting(CallException::code)
                    .isEqualTo(code);
        }
    }

    @Test
    void aRefusedClientRetriesWithItsNextToken() {
        AtomicInteger attempts = new AtomicInteger();
        try (WebSocketClientLink link =
                client().bearerToken(() -> attempts.incrementAndGet() < 4 ? "old" : "ann")
                        .build()) {
            link.open(new RecordingListener());
            await().atMost(SOON).until(link::isUp);
            assertThat(attempts).hasValue(4);
        }
    }

    @Test
    void aClientGivesUpWhenRefusedIfItIsToldSo() {
        AtomicInteger attempts = new AtomicInteger();
        try (WebSocketClientLink link =
                client().bearerToken(() -> "old" + attempts.incrementAndGet())
                        .reconnect(QUICK.withGiveUpWhenRefused(true))
                        .build()) {
            link.open(new RecordingListener());
            assertThatExceptionOfType(CallException.class).isThrownBy(() -> link.awaitUp(SOON));
            assertThat(attempts).hasValue(1);
        }
    }

    @Test
    void aClientWhoseTokenExpiresConnectsWithANewOne() {
        AtomicInteger tokens = new AtomicInteger();
        WebSocketEndpoint brief =
                WebSocketEndpoint.at("/link", link -> Peer.over(link, registry))
                        .authenticator(
                                attempt ->
                                        new Admission.Granted(
                                                Caller.of(Identity.of("ann")),
                                                false,
                                                Instant.now().plusMillis(200)))
                        .build();
        RecordingListener listener = new RecordingListener();
        try (WebSocketServer expiring = WebSocketServer.serving(brief).start();
                WebSocketClientLink link =
                        WebSocketClientLink.to(expiring.uri())
                                .reconnect(QUICK)
                                .bearerToken(() -> "token-" + tokens.incrementAndGet())
                                .build()) {
            link.open(listener);

            await().atMost(SOON).until(() -> tokens.get() >= 3 && listener.changes.size() >= 4);

            assertThat(listener.changes)
                    .startsWith(
                            "up",
                            "the link to "
                                    + link.name()
                                    + " is down: close code 1008, the token has expired",
                            "up");
        }
    }

    @Test
    void aClientWhoseLinksAreClosedByPolicyConnectsAgain() {
        RecordingListener listener = new RecordingListener();
        WebSocketEndpoint endpoint =
                WebSocketEndpoint.at("/link", link -> Peer.over(link, registry)).build();
        try (WebSocketServer open = WebSocketServer.serving(endpoint).start();
                WebSocketClientLink link =
                        WebSocketClientLink.to(open.uri())
                                // A policy close is no refusal of an attempt to connect.
                                .reconnect(QUICK.withGiveUpWhenRefused(true))
                                .build()) {
            link.open(listener);
            link.awaitUp(SOON);

            await().atMost(SOON).until(() -> endpoint.linkCount() == 1);
            endpoint.closeLinks(caller -> true, "the caller has changed");

            await().atMost(SOON).until(() -> listener.changes.size() >= 3);
            assertThat(listener.changes).element(2).isEqualTo("up");
        }
    }

    @Test
    void aTokenSupplierThatFailsIsAskedAgain() {
        AtomicInteger attempts = new AtomicInteger();
        Supplier<String> failing =
                () ->
                        switch (attempts.incrementAndGet()) {
                            case 1 -> throw new IllegalStateException("no token yet");
                            case 2 -> throw new StackOverflowError();
                            case 3 -> {
                                Thread.currentThread().interrupt();
                                yield "ann";
                            }
                            case 4 -> "not\r\na header";
                            default -> "ann";
                        };
        try (WebSocketClientLink link = client().bearerToken(failing).build()) {
            link.open(new RecordingListener());
            await().atMost(SOON).until(link::isUp);
            assertThat(attempts).hasValueGreaterThanOrEqualTo(4);
        }
    }

    @Test
    void aRequestShowsNoSecretsInLogs() {
        UpgradeAttempt attempt =
                new UpgradeAttempt(
                        server.uri(),
                        java.util.Map.of("Authorization", java.util.List.of("Bearer s3cret")),
                        "127.0.0.1:1");
        assertThat(attempt.bearerToken()).contains("s3cret");
        assertThat(attempt).hasToString("UpgradeAttempt[/link from 127.0.0.1:1]");
    }
}
