package dev.alkdev.operations.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that says exactly what it is told to. */
public final class RawClient implements AutoCloseable {
    private final Socket socket;

    public RawClient(RestServer server) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(30_000);
    }

    /** Sends a request without body. */
    public void send(String... lines) throws IOException {
        write(String.join("\r\n", lines) + "\r\nHost: x\r\n\r\n");
    }

    public void write(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Reads until a text comes, and gives everything up to its end. */
    public String readThrough(String end) throws IOException {
        StringBuilder read = new StringBuilder();
        InputStream in = socket.getInputStream();
        while (read.indexOf(end) < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("ended after: " + read);
            }
            read.append((char) next);
        }
        return read.toString();
    }

    /** Has the connection torn down instead of closed. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
