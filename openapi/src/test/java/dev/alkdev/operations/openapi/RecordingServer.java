package dev.alkdev.operations.openapi;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A real HTTP server on loopback that remembers what it was asked and answers as told. */
final class RecordingServer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
    private final Map<String, Script> scripts = new ConcurrentHashMap<>();

    /** What one request was; its body with each byte as one character. */
    record Received(
            String method,
            String target,
            String path,
            String query,
            Map<String, List<String>> headers,
            String latin1) {

        String header(String name) {
            return String.join(
                    ", ", headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()));
        }

        byte[] bytes() {
            return latin1.getBytes(StandardCharsets.ISO_8859_1);
        }

        String text() {
            return new String(bytes(), StandardCharsets.UTF_8);
        }
    }

    /** How a path is answered. */
    @FunctionalInterface
    interface Script {
        void answer(HttpExchange exchange, Received request) throws IOException;
    }

    private RecordingServer(HttpServer server) {
        this.server = server;
    }

    static RecordingServer start() {
        try {
            HttpServer server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            RecordingServer recording = new RecordingServer(server);
            server.setExecutor(recording.threads);
            server.createContext("/", recording::handle);
            server.start();
            return recording;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Answers a path (the raw one) by a script; {@code {}} with status 200 otherwise. */
    RecordingServer on(String path, Script script) {
        scripts.put(path, script);
        return this;
    }

    RecordingServer on(String path, int status, String contentType, String body) {
        return on(
                path,
                (exchange, request) ->
                        reply(
                                exchange,
                                status,
                                contentType,
                                body.getBytes(StandardCharsets.UTF_8)));
    }

    static void reply(HttpExchange exchange, int status, String contentType, byte[] body)
            throws IOException {
        if (!contentType.isEmpty()) {
            exchange.getResponseHeaders().add("Content-Type", contentType);
        }
        boolean none = body.length == 0 || exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, none ? -1 : body.length);
        if (!none) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    /** The next request that has not been looked at. */
    Received next() {
        try {
            Received next = received.poll(5, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("no request arrived");
            }
            return next;
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    int waiting() {
        return received.size();
    }

    private void handle(HttpExchange exchange) throws IOException {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
        String target = exchange.getRequestURI().toString();
        int question = target.indexOf('?');
        Received request =
                new Received(
                        exchange.getRequestMethod(),
                        target,
                        question < 0 ? target : target.substring(0, question),
                        question < 0 ? "" : target.substring(question + 1),
                        headers,
                        new String(
                                exchange.getRequestBody().readAllBytes(),
                                StandardCharsets.ISO_8859_1));
        received.add(request);
        Script script = scripts.get(request.path());
        if (script == null) {
            boolean events = request.header("accept").equals("text/event-stream");
            String type = events ? "text/event-stream" : "application/json";
            String body = events ? "data: {}\n\n" : "{}";
            reply(exchange, 200, type, body.getBytes(StandardCharsets.UTF_8));
        } else {
            script.answer(exchange, request);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
