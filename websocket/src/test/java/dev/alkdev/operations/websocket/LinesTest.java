package dev.alkdev.operations.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;

import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Several events in one message, where both sides know how. */
@Timeout(60)
class LinesTest {

    private static final class RecordingSession extends CoreSession.Empty {
        private final List<String> messages = new ArrayList<>();
        private final String subprotocol;

        RecordingSession(String subprotocol) {
            this.subprotocol = subprotocol;
        }

        @Override
        public String getNegotiatedSubProtocol() {
            return subprotocol;
        }

        @Override
        public void sendFrame(Frame frame, Callback callback, boolean batch) {
            messages.add(frame.getPayloadAsUTF8());
            callback.succeeded();
        }
    }

    private static List<String> written(String subprotocol, String... events) {
        RecordingSession session = new RecordingSession(subprotocol);
        List<byte[]> bytes = new ArrayList<>();
        for (String event : events) {
            bytes.add(event.getBytes(StandardCharsets.UTF_8));
        }
        List<String> ends = new ArrayList<>();
        new JettyWire(session).write(bytes, problem -> ends.add(String.valueOf(problem)));
        assertThat(ends).containsExactly("null");
        return session.messages;
    }

    @Nested
    class Splitting {
        @Test
        void everyLineIsGivenWhereverItEnds() {
            // Of all lengths around the eight bytes that are looked at together.
            for (int length = 0; length < 40; length++) {
                for (int begin = 0; begin < 9; begin++) {
                    String line = "é\u000b".repeat(20).substring(0, length);
                    String text = "x".repeat(begin) + line + "\n\n" + line + "z\n" + line;
                    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
                    List<String> lines = new ArrayList<>();
                    Lines.split(
                            utf8,
                            begin,
                            utf8.length,
                            each -> lines.add(new String(each, StandardCharsets.UTF_8)));
                    List<String> expected = new ArrayList<>(List.of(line, line + "z", line));
                    expected.removeIf(String::isEmpty);
                    assertThat(lines).isEqualTo(expected);
                }
            }
        }
    }

    @Nested
    class Writing {
        @Test
        void eventsThatLeaveTogetherAreLinesOfOneMessage() {
            assertThat(written("operations.lines", "{\"a\":1}", "{\"b\":\"ü\"}", "{}"))
                    .containsExactly("{\"a\":1}\n{\"b\":\"ü\"}\n{}");
        }

        @Test
        void eventsForAPeerThatDoesNotKnowItAreMessagesOfTheirOwn() {
            assertThat(written("", "{\"a\":1}", "{}")).containsExactly("{\"a\":1}", "{}");
        }

        @Test
        void aMessageWithSeveralEventsHasAtMost64KiB() {
            String third = "x".repeat(Lines.MAX_BYTES / 3);
            String large = "y".repeat(2 * Lines.MAX_BYTES);
            assertThat(written("operations.lines", third, third, third, large, "{}"))
                    .containsExactly(third + "\n" + third, third, large, "{}")
                    .filteredOn(message -> message.contains("\n"))
                    .allMatch(message -> message.length() <= Lines.MAX_BYTES);
        }
    }

    @Nested
    class Reading {
        private final OperationRegistry registry = OperationRegistry.create();

        private WebSocketServer server() {
            registry.register(OperationSpec.query("a.echo").build(), (input, context) -> input);
            WebSocketEndpoint endpoint =
                    WebSocketEndpoint.at("/link", link -> Peer.over(link, registry)).build();
            return WebSocketServer.serving(endpoint).start();
        }

        private static String request(String id) {
            return "{\"type\":\"call.requested\",\"id\":\"%s\",\"payload\":{\"requestId\":\"%s\",\"operationId\":\"a.echo\",\"input\":\"%s\"}}"
                    .formatted(id, id, id);
        }

        @Test
        void aClientThatOffersItMaySendSeveralEventsInOneMessage() throws Exception {
            try (WebSocketServer server = server();
                    RawClient client = new RawClient(server.uri(), "operations.lines")) {
                assertThat(client.socket.getSubprotocol()).isEqualTo("operations.lines");
                client.send(request("r-1") + "\n" + request("r-2") + "\n", true);

                Set<String> answered = new TreeSet<>();
                while (answered.size() < 2) {
                    for (String line : String.valueOf(client.nextText()).split("\n", -1)) {
                        answered.add(Json.parse(line).at("/payload/output/data").asString());
                    }
                }
                assertThat(answered).containsExactly("r-1", "r-2");
            }
        }

        @Test
        void aClientThatDoesNotOfferItGetsEachEventInAMessageOfItsOwn() throws Exception {
            try (WebSocketServer server = server();
                    RawClient client = new RawClient(server.uri())) {
                assertThat(client.socket.getSubprotocol()).isEmpty();
                client.send(request("r-1"), true);
                assertThat(client.nextText()).doesNotContain("\n").contains("\"id\":\"r-1\"");
                client.send(request("r-2"), true);
                assertThat(client.nextText()).doesNotContain("\n").contains("\"id\":\"r-2\"");
            }
        }

        @Test
        void aClientMayOfferOthersAsWell() throws Exception {
            try (WebSocketServer server = server();
                    RawClient client = new RawClient(server.uri(), "other", "operations.lines")) {
                assertThat(client.socket.getSubprotocol()).isEqualTo("operations.lines");
                WebSocket open = client.socket;
                assertThat(open.isInputClosed()).isFalse();
            }
        }
    }
}
