package dev.alkdev.operations.examples.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Passes connections on to a hub, until they are cut. Threads may share it. */
final class CuttableProxy implements AutoCloseable {
    private final URI hub;
    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private CuttableProxy(URI hub, ServerSocket server) {
        this.hub = hub;
        this.server = server;
    }

    static CuttableProxy to(URI hub) {
        try {
            CuttableProxy proxy =
                    new CuttableProxy(
                            hub, new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1")));
            Thread.startVirtualThread(proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    /** Closes every connection there is. */
    void cut() {
        open.forEach(CuttableProxy::end);
        open.clear();
    }

    @Override
    public void close() throws IOException {
        server.close();
        cut();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Socket target = new Socket(hub.getHost(), hub.getPort());
                open.add(client);
                open.add(target);
                Thread.startVirtualThread(() -> copy(client, target));
                Thread.startVirtualThread(() -> copy(target, client));
            } catch (IOException e) {
                // It was closed.
                return;
            }
        }
    }

    private void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // One end is gone: so is the other, below.
        } finally {
            end(from);
            end(to);
            open.remove(from);
            open.remove(to);
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
