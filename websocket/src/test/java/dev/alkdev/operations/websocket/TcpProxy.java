package dev.alkdev.operations.websocket;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** Stands between client and server, and can do to their connections what a bad network does. */
final class TcpProxy implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TcpProxy.class);

    private final ServerSocket listening;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile @Nullable CountDownLatch frozen;

    TcpProxy(int target) {
        this.target = target;
        try {
            this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.startVirtualThread(this::accept);
    }

    URI uri(String path) {
        return URI.create("ws://127.0.0.1:" + listening.getLocalPort() + path);
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                sockets.add(client);
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(server);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                Thread.startVirtualThread(() -> pump(client, server));
                Thread.startVirtualThread(() -> pump(server, client));
            }
        } catch (IOException e) {
            cut();
        }
    }

    private void pump(Socket from, Socket to) {
        try (from;
                to) {
            byte[] buffer = new byte[65_536];
            int length = from.getInputStream().read(buffer);
            while (length >= 0) {
                CountDownLatch thaw = frozen;
                if (thaw != null) {
                    thaw.await();
                }
                to.getOutputStream().write(buffer, 0, length);
                length = from.getInputStream().read(buffer);
            }
        } catch (IOException | InterruptedException e) {
            // Either end is gone, which the other learns by the closing of its socket.
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    /** Lets nothing through any more, without closing anything. */
    void freeze() {
        frozen = new CountDownLatch(1);
    }

    /** Kills all connections. */
    void cut() {
        for (Socket socket : sockets) {
            try {
                // A reset instead of an orderly end.
                socket.setSoLinger(true, 0);
                socket.close();
            } catch (IOException e) {
                LOG.debug("It was closed in the same moment", e);
            }
        }
        CountDownLatch thaw = frozen;
        if (thaw != null) {
            thaw.countDown();
        }
    }

    /** Kills all connections and takes no new ones. */
    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }
}
