package dev.alkdev.operations.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.testkit.TestKeys;

import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

import javax.net.SocketFactory;

@Timeout(90)
class SlowClientsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final Server server = new Server();

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private ServerConnector serve(ServerConnector connector) throws Exception {
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.start();
        return connector;
    }

    @Test
    void aConnectionThatNeverFinishesItsHeadIsCutWhileOthersStay() throws Exception {
        assertSlowOnesAreCut(serve(new ServerConnector(server)), SocketFactory.getDefault());
    }

    @Test
    void theSameOverTls(@TempDir Path folder) throws Exception {
        TestKeys.make(folder, "hub", "EC");
        ServerKeys keys = new ServerKeys(folder.resolve("hub.pem"), folder.resolve("hub-key.pem"));
        ServerConnector connector =
                new ServerConnector(
                        server,
                        new SslConnectionFactory(keys.factory(), "http/1.1"),
                        new HttpConnectionFactory());

        assertSlowOnesAreCut(
                serve(connector), PemTls.trusting(folder.resolve("hub.pem")).getSocketFactory());
    }

    @Test
    void aHandshakeThatNeverBeginsIsCut(@TempDir Path folder) throws Exception {
        TestKeys.make(folder, "hub", "EC");
        ServerKeys keys = new ServerKeys(folder.resolve("hub.pem"), folder.resolve("hub-key.pem"));
        ServerConnector connector =
                serve(
                        new ServerConnector(
                                server,
                                new SslConnectionFactory(keys.factory(), "http/1.1"),
                                new HttpConnectionFactory()));
        try (SlowClients watch = SlowClients.watch(connector, TIMEOUT, 1);
                Socket silent =
                        new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            silent.setSoTimeout(60_000);
            assertThat(isEnded(silent)).isTrue();
        }
    }

    private static void assertSlowOnesAreCut(ServerConnector connector, SocketFactory sockets)
            throws Exception {
        try (Socket slow = open(connector, sockets);
                Socket quick = open(connector, sockets)) {
            quick.setSoTimeout(20_000);
            assertThat(get(quick)).isEqualTo('H');
            write(slow, "GET / HTTP/1.1\r\nHost: localhost\r\n");
            try (SlowClients watch = SlowClients.watch(connector, TIMEOUT, 1)) {
                assertThat(isCut(slow)).isTrue();
            }
            assertThat(get(quick)).isNotEqualTo(-1);
        }
    }

    private static Socket open(ServerConnector connector, SocketFactory sockets)
            throws IOException {
        return sockets.createSocket("127.0.0.1", connector.getLocalPort());
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

    /** Whether nothing more is to come: closed, or reset. */
    private static boolean isEnded(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }

    /** Sends a header now and then, so that the connection is never idle. */
    private static boolean isCut(Socket socket) throws IOException {
        socket.setSoTimeout(50);
        for (int i = 0; i < 600; i++) {
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
