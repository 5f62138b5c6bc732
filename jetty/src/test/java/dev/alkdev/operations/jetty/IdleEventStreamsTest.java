package dev.alkdev.operations.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.http.LimitOptions;
import dev.alkdev.operations.http.RestGateway;
import dev.alkdev.operations.http.RestServer;
import dev.alkdev.operations.testkit.IdleCost;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

@Timeout(90)
class IdleEventStreamsTest {
    private static final int STREAMS = 400;
    private static final byte[] REQUEST =
            "GET /operations/a.quiet HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII);

    private final OperationRegistry registry = OperationRegistry.create();
    private final RestServer server =
            RestServer.serving(
                    RestGateway.over(registry)
                            .limits(
                                    LimitOptions.defaults()
                                            .withMaxStreamsPerCaller(10 * STREAMS)
                                            .withHeartbeat(Duration.ofMinutes(5))));
    private final List<Socket> open = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
        server.close();
    }

    private void open(int streams) {
        try {
            for (int i = 0; i < streams; i++) {
                Socket socket = new Socket();
                socket.connect(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
                open.add(socket);
                socket.getOutputStream().write(REQUEST);
                assertThat(socket.getInputStream().read()).isEqualTo('H');
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        await().atMost(Duration.ofSeconds(60))
                .until(() -> registry.openSubscriptions() == open.size());
    }

    /** 9.5 kB, most of it the connection in Jetty and the stack of the thread. */
    @Test
    void oneCostsAThreadAndLittleHeap() {
        registry.register(
                OperationSpec.subscription("a.quiet").build(),
                (input, context, emitter) -> new CountDownLatch(1).await());
        open(20);

        IdleCost cost = IdleCost.of(STREAMS, () -> open(STREAMS));

        assertThat(cost.threads()).isCloseTo(1, within(0.1));
        assertThat(cost.bytes()).isLessThan(12_000);
    }
}
