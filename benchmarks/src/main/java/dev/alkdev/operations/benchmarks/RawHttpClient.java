package dev.alkdev.operations.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The least that can speak HTTP/1.1: it sends the same bytes over and over on connections that stay
 * open, so that what is measured is the server. Threads may share it.
 */
final class RawHttpClient implements AutoCloseable {
    private static final byte[] LENGTH = ascii("Content-Length: ");
    private static final byte[] HEADERS_END = ascii("\r\n\r\n");
    private static final byte[] CHUNKS_END = ascii("\r\n0\r\n\r\n");

    private final int port;
    private final Queue<Connection> idle = new ConcurrentLinkedQueue<>();

    RawHttpClient(int port) {
        this.port = port;
    }

    static byte[] post(String path, String body) {
        return post(path, "", body);
    }

    /**
     * A request with more headers.
     *
     * @param headers each with a line end
     */
    static byte[] post(String path, String headers, String body) {
        return ascii(
                "POST %s HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n%s"
                        .formatted(path, headers, body.length(), body));
    }

    static byte[] get(String path, String accept) {
        return ascii(
                "GET %s HTTP/1.1\r\nHost: localhost\r\nAccept: %s\r\n\r\n".formatted(path, accept));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Sends a request and reads its answer; gives the number of bytes in the body. */
    int send(byte[] request) throws IOException {
        Connection connection = idle.poll();
        if (connection == null) {
            connection = new Connection(port);
        }
        int length = connection.send(request);
        idle.add(connection);
        return length;
    }

    @Override
    public void close() {
        idle.forEach(Connection::close);
    }

    private static final class Connection {
        private final SocketChannel channel;
        private final byte[] buffer = new byte[64 * 1024];
        private int size;

        private Connection(int port) throws IOException {
            channel =
                    SocketChannel.open(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.socket().setTcpNoDelay(true);
        }

        private int send(byte[] request) throws IOException {
            channel.write(ByteBuffer.wrap(request));
            size = 0;
            int end;
            do {
                fill();
                end = indexOf(HEADERS_END);
            } while (end < 0);
            if (buffer[9] != '2') {
                throw new IOException(new String(buffer, 0, size, StandardCharsets.UTF_8));
            }
            int at = indexOf(LENGTH);
            return at >= 0 && at < end
                    ? readLength(end + HEADERS_END.length, number(at + LENGTH.length))
                    : readChunks();
        }

        private int readLength(int begin, int length) throws IOException {
            int left = length - (size - begin);
            while (left > 0) {
                size = 0;
                fill();
                left -= size;
            }
            return length;
        }

        /** Only the end is looked for. */
        private int readChunks() throws IOException {
            int total = size;
            while (!endsWith(CHUNKS_END)) {
                if (size > buffer.length / 2) {
                    System.arraycopy(
                            buffer, size - CHUNKS_END.length, buffer, 0, CHUNKS_END.length);
                    size = CHUNKS_END.length;
                }
                int before = size;
                fill();
                total += size - before;
            }
            return total;
        }

        private void fill() throws IOException {
            int read = channel.read(ByteBuffer.wrap(buffer, size, buffer.length - size));
            if (read < 0) {
                throw new IOException("the server has closed the connection");
            }
            size += read;
        }

        private int number(int begin) {
            int number = 0;
            for (int i = begin; buffer[i] >= '0' && buffer[i] <= '9'; i++) {
                number = number * 10 + buffer[i] - '0';
            }
            return number;
        }

        private int indexOf(byte[] text) {
            for (int i = 0; i <= size - text.length; i++) {
                if (matches(i, text)) {
                    return i;
                }
            }
            return -1;
        }

        private boolean endsWith(byte[] text) {
            return size >= text.length && matches(size - text.length, text);
        }

        private boolean matches(int at, byte[] text) {
            for (int i = 0; i < text.length; i++) {
                if (buffer[at + i] != text[i]) {
                    return false;
                }
            }
            return true;
        }

        private void close() {
            try {
                channel.close();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
