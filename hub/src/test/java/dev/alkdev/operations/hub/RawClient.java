package dev.alkdev.operations.hub;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Sends requests byte by byte, also such as a decent client would not. */
final class RawClient implements AutoCloseable {
    private final Socket socket;

    RawClient(Hub hub) throws IOException {
        URI uri = hub.uri();
        socket = new Socket(uri.getHost(), uri.getPort());
        socket.setSoTimeout(10_000);
    }

    /** The whole answer to a request of these lines, after which the connection is closed. */
    static String answer(Hub hub, String... lines) throws IOException {
        try (RawClient client = new RawClient(hub)) {
            client.send(lines);
            return client.readAll();
        }
    }

    void send(String... lines) throws IOException {
        String request = String.join("\r\n", lines) + "\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    String readAll() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
