package dev.alkdev.operations.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.testkit.LinkOperations;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

@ExtendWith(LeakCheck.class)
@Timeout(60)
class WebSocketReconnectTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final ReconnectOptions QUICK =
            ReconnectOptions.defaults().withDelays(Duration.ofMillis(20), Duration.ofMillis(100));

    private final LinkOperations operations = new LinkOperations();

    private WebSocketServer start(OperationRegistry registry, int port) {
        WebSocketEndpoint endpoint =
                WebSocketEndpoint.at("/link", link -> Peer.over(link, registry)).build();
        return WebSocketServer.serving(endpoint).port(port).start();
    }

    @Test
    void aRestartedServerIsFoundAgainWithItsOperations(LeakCheck leaks) throws Exception {
        OperationRegistry there = leaks.watch(OperationRegistry.create());
        operations.register(there);
        OperationRegistry here = leaks.watch(OperationRegistry.create());
        WebSocketServer server = start(there, 0);
        WebSocketClientLink link = WebSocketClientLink.to(server.uri()).reconnect(QUICK).build();
        try (Peer peer = Peer.over(link, here)) {
            link.awaitUp(SOON);
            peer.importOperations();
            assertThat(here.find("test.echo")).isPresent();
            CompletableFuture<String> pending =
                    CompletableFuture.supplyAsync(() -> codeOf(peer, "test.wait"));
            assertThat(operations.begun.tryAcquire(30, TimeUnit.SECONDS)).isTrue();

            server.close();
            assertThat(pending.get(30, TimeUnit.SECONDS)).isEqualTo(ErrorCode.UNAVAILABLE);
            assertThat(operations.interrupted.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
            await().atMost(SOON).until(() -> here.find("test.echo").isEmpty());
            assertThat(codeOf(peer, "test.echo")).isEqualTo(ErrorCode.UNAVAILABLE);

            server = start(there, server.port());
            link.awaitUp(SOON);
            await().atMost(SOON).until(() -> here.find("test.echo").isPresent());
            assertThat(here.execute("test.echo", Json.parse("1")).data())
                    .isEqualTo(Json.parse("1"));
        } finally {
            server.close();
        }
    }

    private static String codeOf(Peer peer, String operationId) {
        try {
            peer.call(operationId, Json.parse("{}"));
            return "none";
        } catch (CallException e) {
            return e.code();
        }
    }

    @Test
    void aKilledConnectionIsReplaced(LeakCheck leaks) {
        OperationRegistry there = leaks.watch(OperationRegistry.create());
        operations.register(there);
        try (WebSocketServer server = start(there, 0);
                TcpProxy proxy = new TcpProxy(server.port())) {
            WebSocketClientLink link =
                    WebSocketClientLink.to(proxy.uri("/link")).reconnect(QUICK).build();
            RecordingListener listener = new RecordingListener();
            link.open(listener);
            try (link) {
                link.awaitUp(SOON);
                proxy.cut();
                await().atMost(SOON).until(() -> listener.changes.size() >= 3);
                assertThat(listener.changes).element(0).isEqualTo("up");
                assertThat(listener.changes)
                        .element(1)
                        .asString()
                        .startsWith("the link to " + link.name() + " is down: close code 1006");
                assertThat(listener.changes).element(2).isEqualTo("up");
            }
        }
    }

    @Test
    void afterTheLastAttemptTheLinkIsGivenUp() {
        URI nobody = URI.create("ws://127.0.0.1:1/link");
        AtomicInteger attempts = new AtomicInteger();
        WebSocketClientLink link =
                WebSocketClientLink.to(nobody)
                        .bearerToken(() -> "token-" + attempts.incrementAndGet())
                        .reconnect(QUICK.withMaxAttempts(3))
                        .build();
        try (link) {
            link.open(new RecordingListener());
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> link.awaitUp(SOON))
                    .withMessageStartingWith("the link to " + nobody + " is down: cannot connect")
                    .extracting(CallException::code)
                    .isEqualTo(ErrorCode.UNAVAILABLE);
            assertThat(attempts).hasValue(3);
        }
    }

    @Test
    void aServerThatDoesNotAnswerIsNotWaitedForLongerThanTheTimeout() throws Exception {
        try (java.net.ServerSocket silent = new java.net.ServerSocket(0)) {
            WebSocketClientLink link =
                    WebSocketClientLink.to(
                                    URI.create("ws://127.0.0.1:" + silent.getLocalPort() + "/x"))
                            .connectTimeout(Duration.ofMillis(200))
                            .reconnect(ReconnectOptions.never())
                            .build();
            try (link) {
                link.open(new RecordingListener());
                assertThatExceptionOfType(CallException.class)
                        .isThrownBy(() -> link.awaitUp(SOON))
                        .withMessageEndingWith("is down: the server did not answer in time");
            }
        }
    }

    @Test
    void closingWhileConnectingLeavesNothing() {
        WebSocketClientLink link =
                WebSocketClientLink.to(URI.create("ws://127.0.0.1:1/link")).build();
        link.open(new RecordingListener());
        link.close();
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> link.awaitUp(Duration.ofMillis(1)));
    }

    @Test
    void delaysDoubleUpToTheLongestAndAreJittered() {
        ReconnectOptions policy =
                ReconnectOptions.defaults()
                        .withDelays(Duration.ofMillis(100), Duration.ofMillis(1_000));
        for (int i = 0; i < 100; i++) {
            assertThat(policy.delayAfter(1))
                    .isBetween(Duration.ofMillis(50), Duration.ofMillis(100));
            assertThat(policy.delayAfter(3))
                    .isBetween(Duration.ofMillis(200), Duration.ofMillis(400));
            assertThat(policy.delayAfter(1_000))
                    .isBetween(Duration.ofMillis(500), Duration.ofMillis(1_000));
        }
    }

    @Test
    void whatMayBeSecretInTheAddressIsNotTold() {
        URI secret = URI.create("ws://ann:5ecret@127.0.0.1:1/link?key=5ecret");
        RecordingListener listener = new RecordingListener();
        try (WebSocketClientLink link =
                WebSocketClientLink.to(secret).reconnect(ReconnectOptions.never()).build()) {
            assertThat(link.name()).isEqualTo("ws://127.0.0.1:1/link");
            assertThat(link.problem())
                    .contains("the link to ws://127.0.0.1:1/link is not open yet");
            link.open(listener);
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> link.awaitUp(SOON))
                    .withMessageStartingWith("the link to ws://127.0.0.1:1/link is down: ")
                    .satisfies(e -> assertThat(e.getMessage()).doesNotContain("5ecret"));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WebSocketClientLink.to(URI.create(secret + "#5ecret")))
                .withMessage("uri should have no fragment: ws://127.0.0.1:1/link");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> WebSocketClientLink.to(URI.create("http://far.example/?k=5ecret")))
                .withMessage("uri should be a ws or wss address but is http://far.example/");
    }
}
