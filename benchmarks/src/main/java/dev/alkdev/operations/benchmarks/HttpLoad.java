package dev.alkdev.operations.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sends the same request over and over on connections that stay open, from one thread, and measures
 * how long each answer takes. It costs a fraction of what a server does for a request, so that the
 * figures are those of the server. For one thread.
 */
final class HttpLoad implements AutoCloseable {
    private static final byte[] LENGTH = "content-length: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEAD_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CHUNKS_END = "\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Selector selector = Selector.open();
    private final List<Connection> connections = new ArrayList<>();
    private int[] micros = new int[1 << 16];
    private int calls;

    HttpLoad(int port, int size, byte[] request) throws IOException {
        for (int i = 0; i < size; i++) {
            connections.add(new Connection(port, request, selector));
        }
    }

    /** Calls for so long; what came back later is read and not counted. */
    void run(Duration time) throws IOException {
        calls = 0;
        long end = System.nanoTime() + time.toNanos();
        for (Connection connection : connections) {
            connection.send();
        }
        int open = connections.size();
        while (open > 0) {
            selector.select();
            for (SelectionKey key : selector.selectedKeys()) {
                Connection connection = (Connection) key.attachment();
                if (!connection.isAnswered()) {
                    continue;
                }
                long now = System.nanoTime();
                if (now < end) {
                    count(now - connection.sent);
                    connection.send();
                } else {
                    open--;
                }
            }
            selector.selectedKeys().clear();
        }
    }

    private void count(long nanos) {
        if (calls == micros.length) {
            micros = Arrays.copyOf(micros, 2 * calls);
        }
        micros[calls++] = (int) (nanos / 1_000);
    }

    /** How many calls the last run made. */
    int calls() {
        return calls;
    }

    /** The time within which a part of the answers of the last run came, in microseconds. */
    int percentile(double part) {
        int[] sorted = Arrays.copyOf(micros, calls);
        Arrays.sort(sorted);
        return sorted[(int) (part * (calls - 1))];
    }

    @Override
    public void close() throws IOException {
        for (Connection connection : connections) {
            connection.channel.close();
        }
        selector.close();
    }

    private static final class Connection {
        private final SocketChannel channel;
        private final ByteBuffer request;
        private final ByteBuffer answer = ByteBuffer.allocate(64 * 1024);
        private long sent;

        Connection(int port, byte[] request, Selector selector) throws IOException {
            this.request = ByteBuffer.allocateDirect(request.length).put(request);
            this.channel =
                    SocketChannel.open(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.socket().setTcpNoDelay(true);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, this);
        }

        void send() throws IOException {
            answer.clear();
            request.flip();
            sent = System.nanoTime();
            while (request.hasRemaining()) {
                channel.write(request);
            }
        }

        boolean isAnswered() throws IOException {
            if (channel.read(answer) < 0) {
                throw new IOException("the server has closed the connection");
            }
            int head = indexOf(HEAD_END, answer.position());
            if (head < 0) {
                return false;
            }
            if (answer.get(9) != '2') {
                throw new IOException(
                        new String(answer.array(), 0, answer.position(), StandardCharsets.UTF_8));
            }
            int length = indexOf(LENGTH, head);
            return length < 0
                    ? endsWith(CHUNKS_END)
                    : answer.position() >= head + HEAD_END.length + number(length + LENGTH.length);
        }

        private int number(int from) {
            int number = 0;
            for (int i = from; answer.get(i) >= '0' && answer.get(i) <= '9'; i++) {
                number = 10 * number + answer.get(i) - '0';
            }
            return number;
        }

        private int indexOf(byte[] text, int before) {
            for (int i = 0; i <= before - text.length; i++) {
                if (matches(i, text)) {
                    return i;
                }
            }
            return -1;
        }

        private boolean endsWith(byte[] text) {
            int from = answer.position() - text.length;
            return from >= 0 && matches(from, text);
        }

        /** In lower case: servers write the names of headers as they like. */
        private boolean matches(int at, byte[] text) {
            for (int i = 0; i < text.length; i++) {
                if (Character.toLowerCase(answer.get(at + i)) != text[i]) {
                    return false;
                }
            }
            return true;
        }
    }
}
