package dev.alkdev.operations.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.Link;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

@ExtendWith(LeakCheck.class)
@Timeout(60)
class WebSocketClosingTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    /** Long enough for a machine that is busy with something else for a while. */
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private static final WebSocketOptions WATCHFUL =
            WebSocketOptions.defaults()
                    .withKeepAlive(
                            KeepAliveOptions.defaults().withPings(Duration.ofMillis(50), PATIENCE))
                    .withCloseTimeout(Duration.ofSeconds(2));

    private final RecordingListener serverSide = new RecordingListener();
    private final RecordingListener clientSide = new RecordingListener();
    private final CompletableFuture<Link> accepted = new CompletableFuture<>();
    private final WebSocketEndpoint endpoint =
            WebSocketEndpoint.at(
                            "/link",
                            link -> {
                                link.open(serverSide);
                                accepted.complete(link);
                            })
                    .options(WATCHFUL)
                    .build();

    private static WebSocketClientLink.Builder once(WebSocketClientLink.Builder client) {
        return client.options(WATCHFUL).reconnect(ReconnectOptions.never());
    }

    private WebSocketClientLink connect(WebSocketClientLink.Builder client) {
        WebSocketClientLink link = client.build();
        link.open(clientSide);
        link.awaitUp(SOON);
        return link;
    }

    @Test
    void aClientThatClosesSays1000() throws Exception {
        try (WebSocketServer server = WebSocketServer.serving(endpoint).start()) {
            WebSocketClientLink link = connect(once(WebSocketClientLink.to(server.uri())));
            accepted.get(30, TimeUnit.SECONDS);
            link.close();
            link.close();
            assertThat(link.isUp()).isFalse();
            assertThat(clientSide.changes).hasSize(2);
            await().atMost(SOON).until(() -> serverSide.changes.size() == 2);
            assertThat(serverSide.changes).element(1).asString().endsWith(": close code 1000");
            await().atMost(SOON).until(() -> endpoint.linkCount() == 0);
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> link.send(new CallEvent.Completed("x")))
                    .extracting(CallException::code)
                    .isEqualTo("UNAVAILABLE");
        }
    }

    @Test
    void aServerLinkThatClosesSays1000() throws Exception {
        try (WebSocketServer server = WebSocketServer.serving(endpoint).start();
                WebSocketClientLink link = connect(once(WebSocketClientLink.to(server.uri())))) {
            accepted.get(30, TimeUnit.SECONDS).close();
            await().atMost(SOON).until(() -> clientSide.changes.size() == 2);
            assertThat(clientSide.changes)
                    .containsExactly(
                            "up", "the link to " + link.name() + " is down: close code 1000");
        }
    }

    @Test
    void aServerThatStopsSays1001() throws Exception {
        WebSocketServer server = WebSocketServer.serving(endpoint).start();
        try (WebSocketClientLink link = connect(once(WebSocketClientLink.to(server.uri())))) {
            accepted.get(30, TimeUnit.SECONDS);
            server.close();
            await().atMost(SOON).until(() -> clientSide.changes.size() == 2);
            assertThat(clientSide.changes)
                    .element(1)
                    .isEqualTo(
                            "the link to "
                                    + link.name()
                                    + " is down: close code 1001, the server stops");
        }
    }

    @Test
    void bothSidesNoticeAPeerThatIsDead() throws Exception {
        try (WebSocketServer server = WebSocketServer.serving(endpoint).start();
                TcpProxy proxy = new TcpProxy(server.port());
                WebSocketClientLink link =
                        connect(once(WebSocketClientLink.to(proxy.uri("/link"))))) {
            accepted.get(30, TimeUnit.SECONDS);
            proxy.freeze();
            await().atMost(SOON).until(() -> clientSide.changes.size() == 2);
            await().atMost(SOON).until(() -> serverSide.changes.size() == 2);
            assertThat(clientSide.changes).element(1).asString().contains("no message from");
            assertThat(serverSide.changes).element(1).asString().contains("no message from");
            assertThat(link.isUp()).isFalse();
        }
    }

    @Test
    void anIdleConnectionThatAnswersPingsStaysUp() throws Exception {
        try (WebSocketServer server = WebSocketServer.serving(endpoint).start();
                WebSocketClientLink link = connect(once(WebSocketClientLink.to(server.uri())))) {
            accepted.get(30, TimeUnit.SECONDS);
            await().during(PATIENCE.plusSeconds(1)).atMost(SOON).until(link::isUp);
            assertThat(serverSide.changes).containsExactly("up");
        }
    }

    @Test
    void closingTowardsADeadPeerTakesNoLongerThanTheTimeout() throws Exception {
        try (WebSocketServer server = WebSocketServer.serving(endpoint).start();
                TcpProxy proxy = new TcpProxy(server.port())) {
            WebSocketClientLink link = connect(once(WebSocketClientLink.to(proxy.uri("/link"))));
            accepted.get(30, TimeUnit.SECONDS);
            proxy.freeze();
            long began = System.nanoTime();
            link.close();
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isLessThan(Duration.ofSeconds(20));
            assertThat(clientSide.changes).hasSize(2);
        }
    }

    @Test
    void aLinkNobodyTakesIsClosed() {
        WebSocketEndpoint broken =
                WebSocketEndpoint.at(
                                "/link",
                                link -> {
                                    throw new IllegalStateException("no room");
                                })
                        .build();
        try (WebSocketServer server = WebSocketServer.serving(broken).start();
                RawClient client = new RawClient(server.uri())) {
            assertThat(client.awaitClosed()).isEqualTo("1011 accepting the link failed");
            await().atMost(SOON).until(() -> broken.linkCount() == 0);
        }
    }
}
