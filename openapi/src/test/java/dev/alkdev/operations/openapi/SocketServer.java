package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.web.HttpSender;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers byte by byte as a script says, also as no decent HTTP server would. Loopback only. */
final class SocketServer implements AutoCloseable {
    private final ServerSocket listener;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final AtomicInteger ended = new AtomicInteger();

    /** Answers the request with this head, the n-th of the server. */
    @FunctionalInterface
    interface Script {
        void answer(int number, Socket socket, OutputStream out) throws Exception;
    }

    private SocketServer(ServerSocket listener) {
        this.listener = listener;
    }

    static SocketServer start(Script script) {
        try {
            SocketServer server =
                    new SocketServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
            server.threads.execute(() -> server.accept(script));
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    /** The heads of the requests so far. */
    List<String> heads() {
        return heads;
    }

    /** How many connections the other side has given up. */
    int ended() {
        return ended.get();
    }

    private void accept(Script script) {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                open.add(socket);
                threads.execute(() -> serve(socket, script));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket, Script script) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            heads.add(head(in));
            script.answer(heads.size(), socket, socket.getOutputStream());
        } catch (Exception e) {
            ended.incrementAndGet();
        } finally {
            open.remove(socket);
        }
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the client is gone");
            }
            head.append((char) next);
        }
        return head.toString();
    }

    /** The head of a response after which the connection is closed, and its body. */
    static String response(String status, String header, String body) {
        return String.join("\r\n", "HTTP/1.1 " + status, header, "Connection: close", "", body);
    }

    static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Waits until the client closes the connection. */
    static void awaitEnd(Socket socket) throws IOException {
        while (socket.getInputStream().read() >= 0) {
            // Whatever it still says is of no interest.
        }
        throw new IOException("the client is gone");
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.shutdownNow();
    }

    /** Has the client that the process shares start its threads, which are no leak of a test. */
    static void startSharedClient() {
        HttpRequest nobody = HttpRequest.newBuilder(URI.create("http://127.0.0.1:1/")).build();
        assertThatThrownBy(() -> HttpSender.shared().send(nobody)).isInstanceOf(IOException.class);
    }
}
