package dev.alkdev.operations.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A client link goes through the proxy that the JVM is configured with. */
class WebSocketProxyTest {
    @Test
    void aLinkTunnelsThroughTheProxyOfTheJvm() throws Exception {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(OperationSpec.query("test.echo").build(), (input, context) -> input);
        WebSocketEndpoint endpoint =
                WebSocketEndpoint.at("/link", link -> Peer.over(link, registry)).build();
        ProxySelector before = ProxySelector.getDefault();
        try (TunnelProxy proxy = new TunnelProxy();
                WebSocketServer server = WebSocketServer.serving(endpoint).start()) {
            ProxySelector.setDefault(new ToProxy(proxy.socket.getLocalSocketAddress()));
            WebSocketClientLink link = WebSocketClientLink.to(server.uri()).build();
            try (Peer peer = Peer.over(link, OperationRegistry.create())) {
                link.awaitUp(Duration.ofSeconds(30));
                assertThat(peer.call("test.echo", Json.parse("7")).data())
                        .isEqualTo(Json.parse("7"));
                assertThat(proxy.requests.poll())
                        .isEqualTo("CONNECT 127.0.0.1:" + server.port() + " HTTP/1.1");
            }
        } finally {
            ProxySelector.setDefault(before);
        }
    }

    private static final class ToProxy extends ProxySelector {
        private final Proxy proxy;

        ToProxy(SocketAddress address) {
            this.proxy = new Proxy(Proxy.Type.HTTP, address);
        }

        @Override
        public List<Proxy> select(URI uri) {
            return List.of(proxy);
        }

        @Override
        public void connectFailed(URI uri, SocketAddress address, IOException problem) {
            throw new AssertionError("the proxy is there", problem);
        }
    }

    /** Joins whoever says CONNECT with the server that is asked for. */
    private static final class TunnelProxy implements AutoCloseable {
        private final ServerSocket socket =
                new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();

        TunnelProxy() throws IOException {
            Thread.startVirtualThread(this::accept);
        }

        private void accept() {
            while (!socket.isClosed()) {
                try {
                    Socket client = socket.accept();
                    Thread.startVirtualThread(() -> tunnel(client));
                } catch (IOException e) {
                    return;
                }
            }
        }

        private void tunnel(Socket client) {
            try (client) {
                InputStream in = client.getInputStream();
                String request = line(in);
                requests.add(request);
                while (!line(in).isEmpty()) {
                    // The other headers do not matter.
                }
                int port = Integer.parseInt(request.replaceAll("CONNECT .*:(\\d+) .*", "$1"));
                try (Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    write(client.getOutputStream(), "HTTP/1.1 200 OK\r\n\r\n");
                    InputStream answers = server.getInputStream();
                    OutputStream back = client.getOutputStream();
                    Thread.startVirtualThread(() -> copy(answers, back));
                    copy(client.getInputStream(), server.getOutputStream());
                }
            } catch (IOException e) {
                // One of the two is gone, as tunnels end.
            }
        }

        /** One byte at a time: what follows the head belongs to the tunnel. */
        private static String line(InputStream in) throws IOException {
            StringBuilder line = new StringBuilder();
            int next = in.read();
            while (next >= 0 && next != '\n') {
                line.append((char) next);
                next = in.read();
            }
            return line.toString().strip();
        }

        private static void write(OutputStream to, String text) throws IOException {
            to.write(text.getBytes(StandardCharsets.US_ASCII));
            to.flush();
        }

        private static void copy(InputStream from, OutputStream to) {
            try {
                from.transferTo(to);
            } catch (IOException e) {
                // One of the two is gone, as tunnels end.
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
