package dev.alkdev.operations.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** Takes the encryption off connections and passes them on to a port of this machine. */
final class TlsProxy implements AutoCloseable {
    private final ServerSocket listening;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    TlsProxy(Path keyStore, String password, int target) throws Exception {
        KeyManagerFactory keys =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(
                KeyStore.getInstance(keyStore.toFile(), password.toCharArray()),
                password.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        this.target = target;
        this.listening =
                context.getServerSocketFactory()
                        .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().name("tls-proxy").start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                open.add(client);
                open.add(server);
                Thread.ofVirtual().name("tls-proxy").start(() -> copy(client, server));
                Thread.ofVirtual().name("tls-proxy").start(() -> copy(server, client));
            }
        } catch (IOException closed) {
            // The end of the test.
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException closed) {
            // One of the two has gone, and the other goes with it.
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
