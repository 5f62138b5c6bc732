package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Hubs with little memory, and clients that would fill it. Others are served all the same. */
@Timeout(180)
class HubMemoryTest {
    private final List<Socket> sockets = new ArrayList<>();
    @TempDir private Path folder;

    @AfterEach
    void closeSockets() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        sockets.clear();
    }

    private static HubProcess start(String heap, String more) throws IOException {
        return HubProcess.start(List.of(), HubFixtures.TEST_SOURCE + more, "-Xmx" + heap);
    }

    private Socket send(URI hub, String... lines) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4 * 1024);
        socket.connect(new InetSocketAddress(hub.getHost(), hub.getPort()));
        socket.setSoTimeout(20_000);
        sockets.add(socket);
        String head = String.join("\r\n", lines) + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static void assertServed(HubProcess hub) throws Exception {
        try (HubClient client = HubClient.at(hub.uri())) {
            for (int i = 0; i < 5; i++) {
                HttpResponse<String> answer = client.call("test.echo", "{\"n\": 1}");
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            }
            assertThat(client.get("/health/live").statusCode()).isEqualTo(200);
        }
        assertThat(hub.isAlive()).isTrue();
    }

    @Test
    void bodiesThatStayIncompleteLeaveRoomForOthers() throws Exception {
        try (HubProcess hub = start("64m", "")) {
            byte[] almost =
                    ("{\"a\":\"" + "x".repeat(4_000_000 - 20)).getBytes(StandardCharsets.US_ASCII);
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 25; i++) {
                    Socket socket =
                            send(
                                    hub.uri(),
                                    "POST /operations/test.echo HTTP/1.1",
                                    "Host: localhost",
                                    "Content-Type: application/json",
                                    "Content-Length: 4000000");
                    threads.execute(() -> writeQuietly(socket, almost));
                }
            }
            assertServed(hub);

            closeSockets();
            assertServed(hub);
        }
    }

    /** What is refused is not read to its end. */
    private static void writeQuietly(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException refused) {
            assertThat(refused).isNotNull();
        }
    }

    @Test
    void streamsThatNobodyReadsLeaveRoomForOthers() throws Exception {
        try (HubProcess hub = start("48m", "")) {
            for (int i = 0; i < 99; i++) {
                send(
                        hub.uri(),
                        "GET /operations/heavy.stream HTTP/1.1",
                        "Host: localhost",
                        "Accept: text/event-stream");
            }
            try (Socket read =
                    send(
                            hub.uri(),
                            "GET /operations/heavy.stream HTTP/1.1",
                            "Host: localhost",
                            "Accept: text/event-stream")) {
                InputStream events = read.getInputStream();
                assertThat(events.readNBytes(3_000_000)).hasSize(3_000_000);
            }
            assertServed(hub);

            closeSockets();
            assertServed(hub);
        }
    }

    /** With {@code -Dstreams=5000} as many as end a hub that does not count them. */
    @Test
    void moreStreamsThanFitIntoMemoryAreRefused() throws Exception {
        int count = Integer.getInteger("streams", 1_500);
        try (HubProcess hub = start("128m", "limits: {streams: 10000, concurrency: 10000}\n")) {
            for (int i = 0; i < count; i++) {
                send(
                        hub.uri(),
                        "GET /operations/heavy.stream HTTP/1.1",
                        "Host: localhost",
                        "Accept: text/event-stream");
            }
            assertServed(hub);
            List<String> responses = new ArrayList<>();
            for (Socket socket : sockets) {
                responses.add(head(socket));
            }
            assertThat(responses)
                    .allMatch(head -> head.startsWith("HTTP/1.1 200") || isRefused(head))
                    .anyMatch(HubMemoryTest::isRefused)
                    .first()
                    .asString()
                    .startsWith("HTTP/1.1 200");
            assertServed(hub);

            closeSockets();
            assertServed(hub);
        }
    }

    private static boolean isRefused(String head) {
        return head.startsWith("HTTP/1.1 503") && head.contains("memory");
    }

    /** The status line of a stream, or a whole refusal. */
    private static String head(Socket socket) throws IOException {
        InputStream response = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        for (int next = response.read(); next >= 0; next = response.read()) {
            head.append((char) next);
            boolean opened = next == '\n' && head.indexOf("HTTP/1.1 200") == 0;
            if (opened || head.toString().endsWith("memory left for another event stream")) {
                break;
            }
        }
        return head.toString();
    }

    @Test
    void resultsThatNobodyReadsLeaveRoomForOthers() throws Exception {
        try (HubProcess hub = start("96m", "")) {
            for (int i = 0; i < 60; i++) {
                Socket socket =
                        send(
                                hub.uri(),
                                "POST /operations/heavy.result HTTP/1.1",
                                "Host: localhost",
                                "Content-Length: 0");
                // One after another: what handlers make is counted only when they return it, and
                // a stalled machine runs many of them at once.
                assertThat(socket.getInputStream().read()).isEqualTo('H');
            }
            assertServed(hub);
            closeSockets();
            assertServed(hub);
        }
    }

    @Test
    void largeInputsInTheAuditLeaveRoomForOthers() throws Exception {
        Path file = folder.resolve("calls.jsonl");
        String audit = "audit: {inputs: true, file: \"" + file + "\"}\n";
        try (HubProcess hub = start("56m", audit)) {
            String input = "{\"a\":\"" + "x".repeat(3_900_000) + "\"}";
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                Callable<Object> call = () -> HubClient.at(hub.uri()).call("test.echo", input);
                assertThat(threads.invokeAll(Collections.nCopies(12, call))).hasSize(12);
            }
            assertServed(hub);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> Files.readString(file).contains("\"input\":{\"n\":1}"));
        }
    }

    @Test
    void aHubWithoutMemoryEndsWithACode() throws Exception {
        try (HubProcess hub = start("48m", "")) {
            Socket call =
                    send(
                            hub.uri(),
                            "POST /operations/heavy.exhaust HTTP/1.1",
                            "Host: localhost",
                            "Content-Length: 0");
            assertThat(hub.exitCode()).isEqualTo(3);
            assertThat(call.isConnected()).isTrue();
        }
    }
}
