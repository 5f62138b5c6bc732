package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationSpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Links whose other end reads a byte now and then, so that the connection is never idle. */
class SlowLinkTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int LARGE = 4_000_000;

    private static final String CALL =
            "{\"type\":\"call.requested\",\"id\":\"r1\",\"payload\":{\"requestId\":\"r1\","
                    + "\"operationId\":\"a.large\",\"input\":{}}}";

    /** A text frame of at most 125 bytes, masked with zeros. */
    private static byte[] frame(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(0x81);
        frame.write(0x80 | bytes.length);
        frame.writeBytes(new byte[4]);
        frame.writeBytes(bytes);
        return frame.toByteArray();
    }

    /** Reads until the hub closes the connection, 100 bytes a second. */
    private static long readSlowly(Socket socket) throws InterruptedException {
        long read = 0;
        try {
            while (socket.getInputStream().read() >= 0) {
                read++;
                Thread.sleep(10);
            }
        } catch (IOException cut) {
            assertThat(cut).hasMessageContaining("reset");
        }
        return read;
    }

    @Test
    @Timeout(110)
    void aHubCutsThemOff() throws Exception {
        try (Hub hub = HubFixtures.started("")) {
            hub.registry()
                    .register(
                            OperationSpec.query("a.large").build(),
                            (input, context) -> "x".repeat(LARGE));
            try (Socket socket = new Socket()) {
                socket.setReceiveBufferSize(4_096);
                socket.connect(
                        new InetSocketAddress(
                                InetAddress.getLoopbackAddress(), hub.uri().getPort()));
                String head =
                        """
                        GET /link HTTP/1.1\r
                        Host: %s\r
                        Connection: Upgrade\r
                        Upgrade: websocket\r
                        Sec-WebSocket-Version: 13\r
                        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                        \r
                        """
                                .formatted(hub.uri().getAuthority());
                socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                assertThat(socket.getInputStream().readNBytes(12))
                        .asString(StandardCharsets.US_ASCII)
                        .isEqualTo("HTTP/1.1 101");
                socket.getOutputStream().write(frame(CALL));
                long from = System.nanoTime();

                assertThat(readSlowly(socket)).isBetween(100L, LARGE / 2L);

                assertThat(Duration.ofNanos(System.nanoTime() - from)).isGreaterThan(PATIENCE);
            }
            assertThat(hub.registry().byteBudget().used()).isZero();
        }
    }
}
