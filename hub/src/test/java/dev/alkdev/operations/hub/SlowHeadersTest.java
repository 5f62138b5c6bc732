package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

@Timeout(60)
class SlowHeadersTest {
    @Test
    void aConnectionThatNeverFinishesItsHeadIsCutWhileOthersStay() throws Exception {
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.start();
        try (SlowHeaders watch = SlowHeaders.watch(connector, Duration.ofMillis(400));
                Socket slow =
                        new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
                Socket quick =
                        new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            quick.setSoTimeout(20_000);
            assertThat(get(quick)).isEqualTo('H');
            write(slow, "GET / HTTP/1.1\r\nHost: localhost\r\n");
            assertThat(isCut(slow)).isTrue();
            assertThat(get(quick)).isNotEqualTo(-1);
        } finally {
            server.stop();
        }
    }

    private static int get(Socket socket) throws IOException {
        write(socket, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
        return socket.getInputStream().read();
    }

    private static void write(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    /** Sends a header now and then, so that the connection is never idle. */
    private static boolean isCut(Socket socket) throws IOException {
        socket.setSoTimeout(50);
        for (int i = 0; i < 400; i++) {
            try {
                write(socket, "X-" + i + ": 1\r\n");
                if (socket.getInputStream().read() < 0) {
                    return true;
                }
            } catch (SocketTimeoutException stillOpen) {
                assertThat(socket.isConnected()).isTrue();
            } catch (IOException cut) {
                return true;
            }
        }
        return false;
    }
}
