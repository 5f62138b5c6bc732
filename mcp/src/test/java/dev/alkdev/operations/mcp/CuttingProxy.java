package dev.alkdev.operations.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Passes on all bytes between clients and a server, until it cuts their connections. */
final class CuttingProxy implements AutoCloseable {
    private final ServerSocket socket;
    private final int server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    CuttingProxy(URI server) throws IOException {
        this.server = server.getPort();
        this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort() + path);
    }

    private void accept() {
        try {
            while (true) {
                Socket client = socket.accept();
                Socket to = new Socket(InetAddress.getLoopbackAddress(), server);
                open.add(client);
                open.add(to);
                Thread.ofVirtual().start(() -> pass(client, to));
                Thread.ofVirtual().start(() -> pass(to, client));
            }
        } catch (IOException closed) {
            cut();
        }
    }

    private void pass(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[4096];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
            }
        } catch (IOException cut) {
            open.remove(from);
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    /** Breaks all connections that are open. */
    void cut() {
        for (Socket each : open) {
            try {
                each.setSoLinger(true, 0);
                each.close();
            } catch (IOException closed) {
                open.remove(each);
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        cut();
    }
}
