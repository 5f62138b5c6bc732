package dev.alkdev.operations.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What clients of other makers expect of a server, and how much one caller may ask of it. */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class WebSocketRulesTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final JsonNode EMPTY = Json.parse("{}");

    private final OperationRegistry registry = OperationRegistry.create();

    private WebSocketServer server(WebSocketOptions options) {
        return WebSocketServer.serving(
                        WebSocketEndpoint.at("/link", link -> Peer.over(link, registry))
                                .options(options)
                                .build())
                .start();
    }

    private WebSocketServer server() {
        return server(WebSocketOptions.defaults());
    }

    private static final class Pinging implements WebSocket.Listener {
        private final BlockingQueue<String> pongs = new LinkedBlockingQueue<>();

        @Override
        public @Nullable CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
            pongs.add(StandardCharsets.UTF_8.decode(message).toString());
            socket.request(1);
            return null;
        }
    }

    @Test
    void aPingIsAnsweredWithItsPayload() throws Exception {
        Pinging client = new Pinging();
        try (WebSocketServer server = server();
                HttpClient http = HttpClient.newHttpClient()) {
            WebSocket socket = http.newWebSocketBuilder().buildAsync(server.uri(), client).join();
            for (String payload : List.of("one", "", "three")) {
                socket.sendPing(StandardCharsets.UTF_8.encode(payload)).join();
                assertThat(client.pongs.poll(SOON.toSeconds(), TimeUnit.SECONDS))
                        .isEqualTo(payload);
            }
            socket.abort();
        }
    }

    @Test
    void aTextThatIsNotUtf8EndsTheConnection() throws IOException {
        try (WebSocketServer server = server();
                Socket socket = upgraded(server.uri())) {
            byte[] frame = {(byte) 0x81, (byte) 0x82, 0, 0, 0, 0, (byte) 0xC3, 0x28};
            socket.getOutputStream().write(frame);
            socket.getOutputStream().flush();
            DataInputStream in = new DataInputStream(socket.getInputStream());
            assertThat(in.readUnsignedByte()).isEqualTo(0x88);
            in.readUnsignedByte();
            assertThat(in.readUnsignedShort()).isEqualTo(1007);
        }
    }

    private static Socket upgraded(URI uri) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), uri.getPort());
        socket.setSoTimeout((int) SOON.toMillis());
        String request =
                """
                GET /link HTTP/1.1\r
                Host: 127.0.0.1\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Version: 13\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                \r
                """;
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            head.append((char) socket.getInputStream().read());
        }
        assertThat(head).startsWith("HTTP/1.1 101");
        return socket;
    }

    private static WebSocket open(HttpClient http, URI uri) {
        return http.newWebSocketBuilder().buildAsync(uri, new Pinging()).join();
    }

    @Test
    void oneCallerHasABoundedNumberOfLinks() {
        WebSocketEndpoint endpoint =
                WebSocketEndpoint.at("/link", link -> Peer.over(link, registry))
                        .maxLinksPerCaller(() -> 2)
                        .build();
        try (WebSocketServer server = WebSocketServer.serving(endpoint).start();
                HttpClient http = HttpClient.newHttpClient()) {
            WebSocket first = open(http, server.uri());
            WebSocket second = open(http, server.uri());
            await().atMost(SOON).until(() -> endpoint.linkCount() == 2);
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(() -> open(http, server.uri()))
                    .havingCause()
                    .extracting(
                            refused ->
                                    ((WebSocketHandshakeException) refused)
                                            .getResponse()
                                            .statusCode())
                    .isEqualTo(429);
            first.abort();
            await().atMost(SOON)
                    .ignoreException(CompletionException.class)
                    .untilAsserted(() -> open(http, server.uri()).abort());
            second.abort();
        }
    }

    @Test
    void linksThatAreOpenedAtOnceAreBoundedAsWell() {
        WebSocketEndpoint endpoint =
                WebSocketEndpoint.at("/link", link -> Peer.over(link, registry))
                        .maxLinksPerCaller(() -> 2)
                        .build();
        try (WebSocketServer server = WebSocketServer.serving(endpoint).start();
                HttpClient http = HttpClient.newHttpClient()) {
            List<CompletableFuture<WebSocket>> opening = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                opening.add(http.newWebSocketBuilder().buildAsync(server.uri(), new Pinging()));
            }
            CompletableFuture<?>[] all = opening.toArray(CompletableFuture<?>[]::new);
            CompletableFuture.allOf(all).handle((done, refused) -> refused == null).join();
            await().atMost(SOON).until(() -> endpoint.linkCount() <= 2);
            opening.stream()
                    .filter(each -> !each.isCompletedExceptionally())
                    .forEach(each -> each.join().abort());
        }
    }

    @Test
    void linksThatWereAdmittedTogetherAreCountedAgain() {
        RecordingListener listener = new RecordingListener();
        AtomicInteger asked = new AtomicInteger();
        WebSocketEndpoint endpoint =
                WebSocketEndpoint.at("/link", link -> Peer.over(link, registry))
                        // As if another link had been admitted between the two looks.
                        .maxLinksPerCaller(() -> asked.incrementAndGet() == 1 ? 1 : 0)
                        .build();
        try (WebSocketServer server = WebSocketServer.serving(endpoint).start();
                WebSocketClientLink link =
                        WebSocketClientLink.to(server.uri())
                                .reconnect(ReconnectOptions.never())
                                .build()) {
            link.open(listener);

            await().atMost(SOON).until(() -> listener.changes.size() == 2);
            assertThat(listener.changes)
                    .last()
                    .asString()
                    .endsWith("close code 1013, more than 0 links of one caller");
            await().atMost(SOON).until(() -> endpoint.linkCount() == 0);
        }
    }

    @Test
    void unfinishedMessagesOfAllLinksAreBounded() throws Exception {
        registry.register(OperationSpec.query("test.echo").build(), (input, context) -> input);
        ByteBudget budget = ByteBudget.of(400_000);
        // A client that is held up gets its close frame, and no reset, however late it reads.
        WebSocketOptions patient =
                WebSocketOptions.defaults()
                        .withBudget(budget)
                        .withCloseTimeout(Duration.ofMinutes(1));
        List<RawClient> open = new ArrayList<>();
        try (WebSocketServer server = server(patient)) {
            for (int i = 0; i < 3; i++) {
                open.add(new RawClient(server.uri()));
                open.getLast().send("x".repeat(90_000), false);
            }
            await().atMost(SOON).until(() -> budget.used() == 270_000);
            RawClient tooMuch = new RawClient(server.uri());
            open.add(tooMuch);
            // In a part that is written at once: the server may not wait for the rest of it.
            tooMuch.send("x".repeat(25_000), false);
            await().atMost(SOON).until(() -> budget.used() == 295_000);
            tooMuch.sendRefused("x".repeat(10_000));
            assertThat(tooMuch.awaitClosed()).startsWith("1013 ");
            RawClient other = new RawClient(server.uri());
            open.add(other);
            other.send(CallEventText.requested("r-1", "test.echo", "7"), true);
            assertThat(other.nextText()).contains("\"data\":7");
            open.forEach(RawClient::close);
            await().atMost(SOON).until(() -> budget.used() == 0);
        } finally {
            open.forEach(RawClient::close);
        }
    }

    @Test
    void answersThatNobodyReadsAreBoundedOverAllLinks() throws Exception {
        String large = "x".repeat(1_000_000);
        registry.register(OperationSpec.query("test.large").build(), (input, context) -> large);
        registry.register(OperationSpec.query("test.echo").build(), (input, context) -> input);
        ByteBudget budget = ByteBudget.of(8_000_000);
        List<RawClient> open = new ArrayList<>();
        try (WebSocketServer server = server(WebSocketOptions.defaults().withBudget(budget))) {
            for (int i = 0; i < 10; i++) {
                RawClient unread = new RawClient(server.uri());
                open.add(unread);
                for (int call = 0; call < 8; call++) {
                    unread.send(CallEventText.requested("r-" + call, "test.large", "1"), true);
                }
            }
            RawClient other = new RawClient(server.uri());
            open.add(other);
            other.send(CallEventText.requested("r-1", "test.echo", "7"), true);
            assertThat(other.nextText()).contains("\"data\":7");
            // Each link may have one answer, and a share of those that wait, beyond the budget.
            assertThat(budget.used()).isLessThan(8_000_000 + 11 * 2_100_000);
            open.forEach(RawClient::close);
            await().atMost(SOON).until(() -> budget.used() == 0);
        } finally {
            open.forEach(RawClient::close);
        }
    }

    @Test
    void aSpokeThatTrustsItsHubOffersAllAndRunsCallsAsTheirCallers() {
        OperationRegistry spoke = OperationRegistry.create();
        spoke.register(
                OperationSpec.query("ship.it").requires("ship:write").build(),
                (input, context) -> context.caller().toString());
        CompletableFuture<Peer> hub = new CompletableFuture<>();
        try (WebSocketServer server =
                        WebSocketServer.serving(
                                        WebSocketEndpoint.at(
                                                        "/link",
                                                        link ->
                                                                hub.complete(
                                                                        Peer.over(link, registry)))
                                                .build())
                                .start();
                WebSocketClientLink link =
                        WebSocketClientLink.to(server.uri()).trustingHub().build()) {
            Peer.over(link, spoke);
            Peer atHub = hub.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join();
            assertThat(atHub.operations()).extracting(OperationSpec::id).containsExactly("ship.it");
            CallBuilder ann = Call.builder().caller(Caller.of(Identity.of("ann", "ship:write")));
            assertThat(atHub.requests().call(ann.to("ship.it", EMPTY)).data().asString())
                    .contains("ann");
            CallBuilder bob = Call.builder().caller(Caller.of(Identity.of("bob")));
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> atHub.requests().call(bob.to("ship.it", EMPTY)))
                    .extracting(CallException::code)
                    .isEqualTo("ACCESS_DENIED");
        }
    }
}
