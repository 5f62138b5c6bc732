package dev.alkdev.operations.examples.tasks;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The REST API of the library, on loopback, one virtual thread a request. Threads may share it. */
final class LibraryServer implements AutoCloseable {
    static final String JSON = "application/json";
    private static final int LARGEST_BODY = 64 * 1024;
    private static final int BACKLOG = 64;

    private final ExecutorService threads =
            Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("library-", 0).factory());
    private final HttpServer server;
    private final Library library;
    private final LibraryRoutes routes;
    private final LoanStream stream;

    private LibraryServer(HttpServer server, Library library, LoanStream stream) {
        this.server = server;
        this.library = library;
        this.stream = stream;
        this.routes = new LibraryRoutes(library);
    }

    /** Opens it on this port, or on any free one if it is 0. */
    static LibraryServer open(int port, Library library, LoanStream stream) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        LibraryServer opened =
                new LibraryServer(HttpServer.create(address, BACKLOG), library, stream);
        opened.server.setExecutor(opened.threads);
        opened.server.createContext("/", opened::handle);
        opened.server.start();
        return opened;
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            try {
                dispatch(exchange);
            } catch (LibraryProblem problem) {
                answer(exchange, problem.status(), Json.mapper().valueToTree(problem.body()));
            } catch (InterruptedException e) {
                // Only closing interrupts; there is nobody left to tell.
                Thread.currentThread().interrupt();
            }
        }
    }

    private void dispatch(HttpExchange exchange) throws IOException, InterruptedException {
        String path = exchange.getRequestURI().getPath();
        if (path.equals("/openapi.json")) {
            write(exchange, 200, document());
        } else if (path.equals("/loans/events")) {
            stream.serve(exchange, library.loans());
        } else {
            String method = exchange.getRequestMethod();
            LibraryRoutes.Reply reply =
                    routes.answer(method, exchange.getRequestURI(), body(exchange));
            answer(exchange, reply.status(), reply.body());
        }
    }

    private static byte[] document() throws IOException {
        try (InputStream document =
                LibraryServer.class.getResourceAsStream("library-openapi.json")) {
            if (document == null) {
                throw new IOException("library-openapi.json is missing");
            }
            return document.readAllBytes();
        }
    }

    private static String body(HttpExchange exchange) throws IOException {
        byte[] bytes = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
        if (bytes.length > LARGEST_BODY) {
            throw new LibraryProblem(
                    413, "BODY_TOO_LARGE", "A body has " + LARGEST_BODY + " bytes at the most");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void answer(HttpExchange exchange, int status, JsonNode body)
            throws IOException {
        write(exchange, status, body.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static void write(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", JSON);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    /** Ends all streams, then the server and its threads. */
    @Override
    public void close() {
        library.close();
        server.stop(0);
        threads.shutdownNow();
        threads.close();
    }
}
