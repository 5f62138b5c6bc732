package dev.alkdev.operations.mcp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.alkdev.operations.schema.Json;

import org.awaitility.Awaitility;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A small MCP server over HTTP that loses sessions, breaks streams off and asks questions. What it
 * received is kept.
 */
final class WebServer implements AutoCloseable {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private final boolean modern;
    private final List<JsonNode> received = new CopyOnWriteArrayList<>();
    private final List<String> headers = new CopyOnWriteArrayList<>();
    private final AtomicInteger sessions = new AtomicInteger();
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Conversation conversation = Conversation.ofClient(McpVersion.NEWEST_LEGACY);
    private volatile String session = "";
    private volatile boolean closedByClient;

    private WebServer(HttpServer server, boolean modern) {
        this.server = server;
        this.modern = modern;
    }

    static WebServer start(boolean modern) throws IOException {
        return start(modern, 0);
    }

    static WebServer start(boolean modern, int port) throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        WebServer started = new WebServer(server, modern);
        server.setExecutor(started.threads);
        server.createContext("/mcp", started::handle);
        server.start();
        return started;
    }

    /** Agrees on another version of before 2026-07-28 than the newest. */
    WebServer speaking(McpVersion version) {
        conversation.agree(version);
        return this;
    }

    int port() {
        return server.getAddress().getPort();
    }

    McpServerOptions.Builder config() {
        return McpServerOptions.url("http://127.0.0.1:" + port() + "/mcp");
    }

    List<JsonNode> received() {
        return received;
    }

    /** What the requests for a method said in a header. */
    List<String> headers() {
        return headers;
    }

    /** Forgets the session, as a server does that was started again. */
    void loseSession() {
        session = "lost";
    }

    boolean isClosedByClient() {
        return closedByClient;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            switch (exchange.getRequestMethod()) {
                case "POST" -> post(exchange);
                case "GET" -> get(exchange);
                default -> exchange.sendResponseHeaders(200, -1);
            }
        }
    }

    /** Goes on with a stream that was broken off, and has none of its own. */
    private void get(HttpExchange exchange) throws IOException {
        String last = exchange.getRequestHeaders().getFirst("Last-Event-ID");
        if (last == null) {
            exchange.sendResponseHeaders(405, -1);
            return;
        }
        headers.add("Last-Event-ID: " + last);
        exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        long id = Long.parseLong(last.substring(last.indexOf('-') + 1));
        event(exchange.getResponseBody(), answer(NODES.numberNode(id), text("resumed")), "");
    }

    private void post(HttpExchange exchange) throws IOException {
        JsonNode message = Json.parse(exchange.getRequestBody().readAllBytes());
        received.add(message);
        conversation.fromClient(message);
        for (String name : List.of("Mcp-Method", "Mcp-Name", "Mcp-Param-Region", "Authorization")) {
            List<String> values = exchange.getRequestHeaders().get(name);
            if (values != null) {
                headers.add(name + ": " + values.getFirst());
            }
        }
        String method = message.path("method").asString("");
        if (!message.has("id") || method.isEmpty()) {
            exchange.sendResponseHeaders(202, -1);
        } else if (method.equals("initialize") && !modern) {
            session = "session" + sessions.incrementAndGet();
            exchange.getResponseHeaders().add("Mcp-Session-Id", session);
            json(exchange, 200, answer(message.get("id"), description()));
        } else if (!method.equals("server/discover") && isForeign(exchange)) {
            exchange.sendResponseHeaders(404, -1);
        } else {
            request(exchange, message);
        }
    }

    private boolean isForeign(HttpExchange exchange) {
        return !modern && !session.equals(exchange.getRequestHeaders().getFirst("Mcp-Session-Id"));
    }

    private ObjectNode description() {
        ObjectNode result = NODES.objectNode().put("protocolVersion", conversation.agreed().text());
        result.putObject("capabilities").putObject("tools");
        result.putObject("serverInfo").put("name", "web").put("version", "1");
        return result;
    }

    private void request(HttpExchange exchange, JsonNode message) throws IOException {
        JsonNode id = message.get("id");
        switch (message.path("method").asString()) {
            case "server/discover" -> {
                ObjectNode result = complete();
                result.putArray("supportedVersions").add("2026-07-28");
                result.putObject("capabilities").putObject("tools");
                if (modern) {
                    json(exchange, 200, answer(id, result));
                } else {
                    exchange.sendResponseHeaders(400, -1);
                }
            }
            case "tools/list" -> json(exchange, 200, answer(id, tools()));
            case "tools/call" -> call(exchange, id, message.path("params"));
            case "resources/list",
                    "resources/templates/list",
                    "resources/read",
                    "prompts/list",
                    "prompts/get",
                    "completion/complete",
                    "ping",
                    "logging/setLevel" ->
                    json(exchange, 200, answer(id, nothing()));
            default -> json(exchange, 404, failure(id));
        }
    }

    private ObjectNode complete() {
        ObjectNode result = NODES.objectNode();
        return modern
                ? result.put("resultType", "complete").put("ttlMs", 0).put("cacheScope", "private")
                : result;
    }

    /** Has a list for everything, and nothing in it. */
    private ObjectNode nothing() {
        ObjectNode result = complete();
        for (String name :
                List.of("resources", "resourceTemplates", "contents", "prompts", "messages")) {
            result.putArray(name);
        }
        result.putObject("completion").putArray("values");
        return result;
    }

    private ObjectNode tools() {
        ObjectNode result = complete();
        var tools = result.putArray("tools");
        for (String name : List.of("write", "read", "broken", "slow", "ask")) {
            ObjectNode tool = tools.addObject().put("name", name);
            ObjectNode schema = tool.putObject("inputSchema").put("type", "object");
            schema.putObject("properties")
                    .putObject("region")
                    .put("type", "string")
                    .put("x-mcp-header", "Region");
            tool.putObject("annotations").put("readOnlyHint", name.equals("read"));
        }
        ObjectNode wrong = tools.addObject().put("name", "wrong");
        wrong.putObject("inputSchema")
                .put("type", "object")
                .putObject("properties")
                .putObject("price")
                .put("type", "number")
                .put("x-mcp-header", "Price");
        return result;
    }

    private void call(HttpExchange exchange, JsonNode id, JsonNode params) throws IOException {
        switch (params.path("name").asString()) {
            case "broken" -> {
                exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody()
                        .write(
                                ("id: event-" + id + "\nretry: 100\ndata:\n\n")
                                        .getBytes(StandardCharsets.UTF_8));
            }
            case "slow" -> slow(exchange);
            case "ask" -> {
                exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
                exchange.sendResponseHeaders(200, 0);
                ObjectNode question = NODES.objectNode().put("jsonrpc", "2.0").put("id", "q1");
                question.put("method", "elicitation/create")
                        .putObject("params")
                        .put("message", "?");
                conversation.fromServer(question);
                event(exchange.getResponseBody(), question, "");
                await("q1");
                event(exchange.getResponseBody(), answer(id, text(answerTo("q1"))), "");
            }
            default -> json(exchange, 200, answer(id, text(params.path("name").asString())));
        }
    }

    private void await(String id) {
        Awaitility.await().until(() -> !answerTo(id).isEmpty());
    }

    private String answerTo(String id) {
        return received.stream()
                .filter(one -> !one.has("method") && one.path("id").asString("").equals(id))
                .map(one -> one.path("result").toString())
                .findFirst()
                .orElse("");
    }

    /** Sends comments until the client has gone. */
    private void slow(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        try {
            while (!stopping.await(50, TimeUnit.MILLISECONDS)) {
                exchange.getResponseBody().write(":\n\n".getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
            }
        } catch (IOException e) {
            closedByClient = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private ObjectNode text(String text) {
        ObjectNode result = modern ? NODES.objectNode().put("resultType", "complete") : complete();
        result.putArray("content").addObject().put("type", "text").put("text", text);
        return result;
    }

    private static ObjectNode answer(JsonNode id, JsonNode result) {
        ObjectNode message = NODES.objectNode().put("jsonrpc", "2.0");
        message.set("id", id);
        message.set("result", result);
        return message;
    }

    private static ObjectNode failure(JsonNode id) {
        ObjectNode message = NODES.objectNode().put("jsonrpc", "2.0");
        message.set("id", id);
        message.putObject("error").put("code", -32601).put("message", "no such method");
        return message;
    }

    private static void json(HttpExchange exchange, int status, JsonNode body) throws IOException {
        byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static void event(OutputStream out, JsonNode message, String id) throws IOException {
        out.write((id + "data: " + message + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    @Override
    public void close() {
        stopping.countDown();
        server.stop(0);
        threads.close();
    }
}
