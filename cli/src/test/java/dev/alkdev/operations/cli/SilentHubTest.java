package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A hub that stops to talk, at every point of an answer. */
class SilentHubTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofMillis(100);

    private ServerSocket hub;
    private final Queue<Socket> accepted = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void listen() throws IOException {
        hub = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stop() throws IOException {
        hub.close();
        for (Socket socket : accepted) {
            socket.close();
        }
    }

    /** Answers the first request with a text, and then says no more. */
    private void says(String text) {
        Thread.ofVirtual().start(() -> answer(text));
    }

    private void answer(String text) {
        try {
            Socket socket = hub.accept();
            accepted.add(socket);
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private HubAddress address() {
        return HubAddress.parse("http://127.0.0.1:" + hub.getLocalPort());
    }

    private HubTarget target(Duration head, Duration body, Duration events) {
        return new HubTarget(address(), null, new HubTarget.Timeouts(head, body, events));
    }

    private static Target.Items events(HubTarget target) {
        return target.subscribe("a.b", Json.parse("{}"), null, false);
    }

    private String lost() {
        return "the connection to the hub at " + address() + " was lost: the hub fell silent";
    }

    @Test
    void anAnswerHasToBegin() {
        says("");
        try (HubTarget target = target(SHORT, LONG, LONG)) {
            assertThatThrownBy(() -> target.describe("a.b"))
                    .isInstanceOf(CallException.class)
                    .hasMessage("the hub did not answer in time");
        }
    }

    @Test
    void aStreamHasToBegin() {
        says("");
        try (HubTarget target = target(SHORT, LONG, LONG)) {
            assertThatThrownBy(() -> events(target))
                    .isInstanceOf(CallException.class)
                    .hasMessage("the hub did not answer in time");
        }
    }

    @Test
    void anAnswerHasToGoOn() {
        says("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{");
        try (HubTarget target = target(LONG, SHORT, LONG)) {
            assertThatThrownBy(() -> target.describe("a.b")).hasMessage(lost());
        }
    }

    @Test
    void aStreamHasToGoOn() {
        says(
                """
                HTTP/1.1 200 OK\r
                Content-Type: text/event-stream\r
                \r
                event: item
                data: 1

                """);
        List<JsonNode> seen = new ArrayList<>();
        try (HubTarget target = target(LONG, LONG, SHORT)) {
            Target.Items events = events(target);
            assertThatThrownBy(() -> events.read(seen::add)).hasMessage(lost());
        }
        assertThat(seen).containsExactly(Json.parse("1"));
    }
}
