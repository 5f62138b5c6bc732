package dev.alkdev.operations.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.http.LimitOptions;
import dev.alkdev.operations.http.RestGateway;
import dev.alkdev.operations.http.RestServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Clients that read a byte now and then, so that the idle timeout never ends. */
@Timeout(90)
class SlowReadersTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final ByteBudget budget = ByteBudget.of(200_000_000);
    private final OperationRegistry registry =
            OperationRegistry.builder().byteBudget(budget).build();
    private final RestServer server =
            RestServer.serving(
                    RestGateway.over(registry)
                            .limits(LimitOptions.defaults().withHeartbeat(Duration.ofMillis(50))));

    @BeforeEach
    void register() {
        server.connector().setIdleTimeout(90_000);
        registry.register(
                OperationSpec.query("a.large").build(), (input, context) -> "x".repeat(16_000_000));
        registry.register(
                OperationSpec.subscription("a.busy").build(),
                (input, context, emitter) -> {
                    while (true) {
                        emitter.emit("x".repeat(10_000));
                    }
                });
        registry.register(
                OperationSpec.subscription("a.quiet").build(),
                (input, context, emitter) -> new CountDownLatch(1).await());
    }

    @AfterEach
    void close() {
        server.close();
    }

    private Socket dripping(String operationId, String accepted) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        String head =
                "GET /operations/%s? HTTP/1.1\r\nHost: x\r\nAccept: %s\r\n\r\n"
                        .formatted(operationId, accepted);
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        Thread.startVirtualThread(() -> drip(socket));
        return socket;
    }

    private static void drip(Socket socket) {
        try {
            while (socket.getInputStream().read() >= 0) {
                Thread.sleep(20);
            }
        } catch (IOException | InterruptedException cut) {
            assertThat(cut).isNotNull();
        }
    }

    @Test
    void aStreamThatIsReadByteByByteIsCutAndOneWithoutEventsIsNot() throws Exception {
        try (SlowClients watch = SlowClients.watch(server.connector(), TIMEOUT, 1_024);
                InputStream quiet = server.stream("/operations/a.quiet").body();
                Socket slow = dripping("a.busy", "text/event-stream")) {
            await().atMost(SOON).until(() -> registry.openSubscriptions() == 2);
            await().atMost(SOON).until(() -> registry.openSubscriptions() == 1);

            byte[] more = quiet.readNBytes(200);
            assertThat(new String(more, StandardCharsets.US_ASCII)).startsWith(":");
            assertThat(slow.isConnected()).isTrue();
        }
    }

    @Test
    void aResultThatIsReadByteByByteDoesNotStayInMemory() throws Exception {
        try (SlowClients watch = SlowClients.watch(server.connector(), TIMEOUT, 1_024);
                Socket slow = dripping("a.large", "application/json")) {
            await().atMost(SOON).until(() -> budget.used() > 0);
            await().atMost(SOON).until(() -> budget.used() == 0);
            assertThat(slow.isConnected()).isTrue();
        }
    }
}
