package dev.alkdev.operations.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.Link;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.node.JsonNodeFactory;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

@ExtendWith(LeakCheck.class)
@Timeout(60)
class WebSocketLimitsTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @Nested
    class AnEventThatIsTooLarge {
        private static final int LIMIT = 2_000;
        private final OperationRegistry registry = OperationRegistry.create();

        AnEventThatIsTooLarge() {
            registry.register(
                    OperationSpec.query("test.length").build(),
                    (input, context) ->
                            JsonNodeFactory.instance.numberNode(input.asString().length()));
            registry.register(
                    OperationSpec.query("test.repeat").build(),
                    (input, context) ->
                            JsonNodeFactory.instance.stringNode("x".repeat(input.asInt())));
        }

        private WebSocketServer server(int limit) {
            return WebSocketServer.serving(
                            WebSocketEndpoint.at("/link", link -> Peer.over(link, registry))
                                    .options(
                                            WebSocketOptions.defaults()
                                                    .withMaxEventSize(limit)
                                                    .withCloseTimeout(Duration.ofSeconds(30)))
                                    .build())
                    .start();
        }

        private static String request(String id, int size) {
            return CallEventText.requested(id, "test.length", "\"" + "x".repeat(size) + "\"");
        }

        @Test
        void isAnsweredWithAnErrorAndTheLinkStaysUp() throws Exception {
            try (WebSocketServer server = server(LIMIT);
                    RawClient client = new RawClient(server.uri())) {
                String large = request("big-1", 5_000);
                client.send(large.substring(0, 3_000), false);
                client.send(large.substring(3_000), true);
                assertThat(client.nextText())
                        .contains("\"call.error\"", "\"big-1\"", "VALIDATION_ERROR")
                        .contains("the event has " + large.length() + " characters; at most 2000");
                client.send(request("small-1", 10), true);
                assertThat(client.nextText()).contains("\"small-1\"", "\"data\":10");
            }
        }

        @Test
        void inPartsThatFitTogetherIsNoProblem() throws Exception {
            try (WebSocketServer server = server(LIMIT);
                    RawClient client = new RawClient(server.uri())) {
                String text = request("parts-1", 1_000);
                client.send(text.substring(0, 1), false);
                client.send(text.substring(1, 900), false);
                client.send(text.substring(900), true);
                assertThat(client.nextText()).contains("\"parts-1\"", "\"data\":1000");
            }
        }

        @Test
        void andDoesNotEndClosesTheConnectionWith1009() {
            try (WebSocketServer server = server(LIMIT);
                    RawClient client = new RawClient(server.uri())) {
                for (int i = 0; i < 8; i++) {
                    client.send("x".repeat(LIMIT), false);
                }
                client.sendRefused("x");
                assertThat(client.awaitClosed())
                        .isEqualTo("1009 a message is far larger than 2000");
            }
        }

        @Test
        void failsTheCallWhoseAnswerItIsAtOnce() {
            try (WebSocketServer server = server(100_000)) {
                WebSocketClientLink link =
                        WebSocketClientLink.to(server.uri())
                                .options(WebSocketOptions.defaults().withMaxEventSize(LIMIT))
                                .build();
                try (Peer peer = Peer.over(link, OperationRegistry.create())) {
                    link.awaitUp(SOON);
                    assertTooLarge(peer, "test.repeat", "10000", ErrorCode.EXECUTION_ERROR);
                    String input = "\"" + "x".repeat(3_000) + "\"";
                    assertTooLarge(peer, "test.length", input, ErrorCode.VALIDATION_ERROR);
                    assertThat(peer.call("test.repeat", Json.parse("3")).data())
                            .isEqualTo(Json.parse("\"xxx\""));
                }
            }
        }

        private static void assertTooLarge(
                Peer peer, String operationId, String input, String code) {
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> peer.call(operationId, Json.parse(input)))
                    .withMessageEndingWith("characters; at most 2000 are allowed")
                    .extracting(CallException::code)
                    .isEqualTo(code);
        }
    }

    @Test
    void aMessageThatIsNotCompleteInTimeEndsTheLink() {
        KeepAliveOptions watchful =
                KeepAliveOptions.defaults()
                        .withPings(Duration.ofMillis(50), Duration.ofSeconds(30))
                        .withMessageTimeout(Duration.ofMillis(300));
        RecordingListener listener = new RecordingListener();
        WebSocketEndpoint endpoint =
                WebSocketEndpoint.at("/link", link -> link.open(listener))
                        .options(
                                WebSocketOptions.defaults()
                                        .withKeepAlive(watchful)
                                        .withCloseTimeout(Duration.ofSeconds(30)))
                        .build();
        try (WebSocketServer server = WebSocketServer.serving(endpoint).start();
                RawClient client = new RawClient(server.uri())) {
            client.send("{", false);

            assertThat(client.awaitClosed())
                    .isEqualTo("1013 a message was not complete after 300 ms");
        }
        await().atMost(SOON).until(() -> listener.changes.size() == 2);
    }

    @Nested
    class APeerThatDoesNotRead {
        private static final String LARGE = "x".repeat(100_000);
        private final RecordingListener listener = new RecordingListener();
        private final CompletableFuture<Link> accepted = new CompletableFuture<>();

        private WebSocketServer server(SendOptions limits) {
            WebSocketOptions options =
                    WebSocketOptions.defaults()
                            .withSending(limits)
                            .withCloseTimeout(Duration.ofSeconds(5));
            WebSocketEndpoint endpoint =
                    WebSocketEndpoint.at(
                                    "/link",
                                    link -> {
                                        link.open(listener);
                                        accepted.complete(link);
                                    })
                            .options(options)
                            .build();
            return WebSocketServer.serving(endpoint).start();
        }

        @Test
        void blocksTheSenderAndIsCutOffWith1013InTheEnd() throws Exception {
            SendOptions limits =
                    SendOptions.defaults().withMaxEvents(8).withStallTimeout(Duration.ofSeconds(1));
            try (WebSocketServer server = server(limits);
                    RawClient client = new RawClient(server.uri());
                    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                Link link = accepted.get(30, TimeUnit.SECONDS);
                AtomicInteger sent = new AtomicInteger();
                var ended = threads.submit(() -> sendUntilRefused(link, sent));
                assertThat(ended.get(30, TimeUnit.SECONDS))
                        .isEqualTo("the peer was cut off: it took nothing for 1000 ms");
                assertThat(sent.get()).as("what sockets and queue hold").isLessThan(400);
                await().atMost(SOON).until(() -> listener.changes.size() == 2);
                assertThat(listener.changes).contains("up");
                assertThat(client.awaitClosed()).isEqualTo("1013 it took nothing for 1000 ms");
                assertThat(client.texts.size()).isLessThanOrEqualTo(sent.get());
            }
        }

        private String sendUntilRefused(Link link, AtomicInteger sent) {
            while (true) {
                try {
                    link.send(new CallEvent.Failed("r", "X", LARGE, null, false));
                    sent.incrementAndGet();
                } catch (CallException e) {
                    return String.valueOf(e.getMessage());
                }
            }
        }

        @Test
        void isCutOffAtOnceWhenTooMuchPilesUp() throws Exception {
            SendOptions limits =
                    SendOptions.defaults()
                            .withMaxEvents(8)
                            .withMaxBytes(1_000_000)
                            .withHardLimit(3_000_000);
            try (WebSocketServer server = server(limits);
                    RawClient client = new RawClient(server.uri());
                    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                Link link = accepted.get(30, TimeUnit.SECONDS);
                for (int i = 0; i < 40; i++) {
                    var unused = threads.submit(() -> sendUntilRefused(link, new AtomicInteger()));
                }
                await().atMost(SOON).until(() -> listener.changes.size() == 2);
                assertThat(client.awaitClosed())
                        .isEqualTo("1013 more than 3000000 bytes wait for it");
            }
        }

        @Test
        void doesNotHoldUpAbortsAndCredits() throws Exception {
            SendOptions limits = SendOptions.defaults().withMaxEvents(8);
            try (WebSocketServer server = server(limits);
                    RawClient client = new RawClient(server.uri());
                    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                Link link = accepted.get(30, TimeUnit.SECONDS);
                AtomicInteger sent = new AtomicInteger();
                var ended = threads.submit(() -> sendUntilRefused(link, sent));
                AtomicInteger before = new AtomicInteger(-1);
                await().atMost(SOON)
                        .pollInterval(Duration.ofMillis(200))
                        .until(() -> before.getAndSet(sent.get()) == sent.get());
                link.send(new CallEvent.Aborted("a"));
                link.send(new CallEvent.Credit("a", 1));
                assertThat(ended).isNotDone();
                client.close();
                assertThat(ended.get(30, TimeUnit.SECONDS)).startsWith("the link is down: ");
            }
        }
    }
}
