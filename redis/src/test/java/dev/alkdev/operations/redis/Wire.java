package dev.alkdev.operations.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A wire to a server that can be cut: it passes on what comes, as long as it is whole. */
final class Wire implements AutoCloseable {
    private final URI target;
    private final ServerSocket entrance;
    private final Set<Socket> ends = ConcurrentHashMap.newKeySet();

    Wire(URI target) {
        this.target = target;
        try {
            entrance = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.startVirtualThread(this::accept);
    }

    String url() {
        String user = target.getRawUserInfo() == null ? "" : target.getRawUserInfo() + "@";
        return target.getScheme() + "://" + user + "127.0.0.1:" + entrance.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket from = entrance.accept();
                Socket to = new Socket(target.getHost(), target.getPort());
                from.setTcpNoDelay(true);
                to.setTcpNoDelay(true);
                ends.add(from);
                ends.add(to);
                Thread.startVirtualThread(() -> pass(from, to));
                Thread.startVirtualThread(() -> pass(to, from));
            }
        } catch (IOException cut) {
            close();
        }
    }

    private void pass(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException cut) {
            // One end is closed, and so is the other now.
        } finally {
            ends.remove(from);
            ends.remove(to);
        }
    }

    /** Cuts it for good. */
    @Override
    public void close() {
        try {
            entrance.close();
            for (Socket end : ends) {
                end.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
