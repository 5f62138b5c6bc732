package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.http.EventOutbox;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Serves one client over a pair of streams, one message a line. Requests run beside each other,
 * each on a virtual thread. Threads may share it.
 */
final class StdioServer implements Channel {
    private static final Logger LOG = LoggerFactory.getLogger(McpGateway.class);
    private static final String SESSION = "stdio";
    private static final byte[] LINE_END = {'\n'};

    /** The gateway of calls of MCP clients. */
    static final String GATEWAY = "mcp";

    /** How long calls may still be answered after the input has ended. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final McpServer server;
    private final ToolView view;
    private final Caller caller;
    private final EventOutbox outbox;
    private final CountDownLatch written = new CountDownLatch(1);
    private final Phaser running = new Phaser(1);
    private final Map<JsonNode, Registration> listening = new ConcurrentHashMap<>();
    private volatile McpVersion version = McpVersion.V2025_03_26;
    private volatile JsonNode capabilities = JsonNodeFactory.instance.objectNode();
    private volatile boolean ended;

    /**
     * A server for one client.
     *
     * @param view the tools that it sees
     * @param caller in whose name it calls
     */
    StdioServer(McpServer server, ToolView view, Caller caller, OutputStream out) {
        this.server = server;
        this.view = view;
        this.caller = caller;
        this.outbox = new EventOutbox(out, server.parts().registry(), this::written);
    }

    /** Serves until the input ends. */
    void serve(InputStream in) throws IOException {
        LineReader lines = new LineReader(in, server.parts().limits().maxBodyBytes());
        try {
            while (!ended && lines.next()) {
                if (lines.isCut()) {
                    error(null, McpErrorCode.INVALID_REQUEST, "the message is too long");
                } else {
                    line(lines.bytes());
                }
            }
        } finally {
            finish();
        }
    }

    private void finish() {
        int phase = running.arrive();
        try {
            running.awaitAdvanceInterruptibly(phase, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            server.calls().running().cancelAll();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            ended = true;
            listening.values().forEach(Registration::close);
            flush();
        }
    }

    private void flush() {
        outbox.end(last -> {});
        try {
            if (!written.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.debug("The client over stdio does not read its last answers");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void written(@Nullable Throwable problem) {
        if (problem != null) {
            LOG.debug("The client over stdio has gone", problem);
            ended = true;
        }
        written.countDown();
    }

    private void line(byte[] line) {
        JsonNode json;
        try {
            json = Json.readTree(() -> Json.mapper().createParser(line));
        } catch (JacksonException e) {
            error(null, McpErrorCode.PARSE_ERROR, "the line is not JSON: " + Json.reason(e));
            return;
        }
        if (json.isMissingNode()) {
            return;
        }
        if (json.isArray() && !version.atLeast(McpVersion.V2025_06_18)) {
            json.forEach(this::message);
        } else {
            message(json);
        }
    }

    private void message(JsonNode json) {
        RpcMessage message;
        try {
            message = RpcMessage.of(json);
        } catch (McpException e) {
            error(null, e.code(), String.valueOf(e.getMessage()));
            return;
        }
        if (message instanceof RpcMessage.Request request) {
            request(request);
        } else {
            server.received(SESSION, message);
            if (message instanceof RpcMessage.Notification notification) {
                endListening(notification);
            }
        }
    }

    private void endListening(RpcMessage.Notification notification) {
        JsonNode params = notification.params();
        if (params != null && notification.method().equals("notifications/cancelled")) {
            Registration listener = listening.remove(params.path("requestId"));
            if (listener != null) {
                listener.close();
            }
        }
    }

    private void request(RpcMessage.Request request) {
        boolean isModern =
                ModernRequests.isModern(request, null)
                        || request.method().equals("server/discover")
                        || request.method().equals("subscriptions/listen");
        if (!isModern && request.method().equals("initialize")) {
            initialize(request);
            return;
        }
        ClientInfo client;
        try {
            client = isModern ? modern(request) : legacy();
        } catch (McpException e) {
            write(RpcMessage.Failure.of(request.id(), e).toJson());
            return;
        }
        ServerRequest asked = HttpMessages.asked(request, client, this, view);
        if (request.method().equals("subscriptions/listen")) {
            listen(asked);
            return;
        }
        running.register();
        Thread.ofVirtual().name("operations-mcp-request").start(() -> answer(asked));
    }

    private ClientInfo modern(RpcMessage.Request request) {
        McpVersion known = ModernRequests.supported(ModernRequests.version(request));
        return ModernRequests.client(request, known, caller, SESSION);
    }

    private ClientInfo legacy() {
        LogLevel level = server.sessions().states().level(SESSION);
        return new ClientInfo(version, caller, capabilities, SESSION, level);
    }

    private void initialize(RpcMessage.Request request) {
        JsonNode params =
                request.params() == null ? JsonNodeFactory.instance.objectNode() : request.params();
        version = HttpMessages.agreed(params);
        JsonNode declared = params.path("capabilities");
        capabilities = declared.isObject() ? declared : JsonNodeFactory.instance.objectNode();
        write(new RpcMessage.Result(request.id(), server.initialized(view, legacy())).toJson());
        if (!listening.containsKey(NullNode.getInstance())) {
            ServerRequest all =
                    new ServerRequest(
                            NullNode.getInstance(),
                            "initialize",
                            JsonNodeFactory.instance.objectNode(),
                            legacy(),
                            this,
                            view);
            listening.put(
                    NullNode.getInstance(),
                    server.listen(server.listener(all, Listener.Wanted.LISTS, this::tell)));
        }
    }

    private void listen(ServerRequest request) {
        try {
            Registration before = listening.put(request.id(), server.listen(request, this::tell));
            if (before != null) {
                before.close();
            }
        } catch (McpException e) {
            write(RpcMessage.Failure.of(request.id(), e).toJson());
        }
    }

    private void tell(RpcMessage.Notification notification) {
        write(notification.toJson());
    }

    private void answer(ServerRequest request) {
        try {
            JsonNode answer = message(server, request);
            if (answer != null) {
                write(answer);
            }
        } finally {
            running.arriveAndDeregister();
        }
    }

    /** The message that answers a request; null if there is none. */
    static @Nullable JsonNode message(McpServer server, ServerRequest request) {
        try {
            return switch (server.answer(request)) {
                case Answer.Result(JsonNode result) ->
                        new RpcMessage.Result(request.id(), result).toJson();
                case Answer.Typed typed ->
                        new RpcMessage.Result(request.id(), ToolResults.tree(typed)).toJson();
                case Answer.Written written ->
                        Json.parse(HttpAnswers.result(request.id(), written.json()));
                case Answer.Refused refused ->
                        RpcMessage.Failure.of(request.id(), HttpMessages.error(refused.failure()))
                                .toJson();
                case Answer.Nothing nothing -> null;
                case Answer.Sent sent -> null;
            };
        } catch (McpException e) {
            return RpcMessage.Failure.of(request.id(), e).toJson();
        }
    }

    private void error(@Nullable JsonNode id, int code, String message) {
        write(RpcMessage.Failure.of(id, new McpException(code, message)).toJson());
    }

    @Override
    public void send(RpcMessage message) {
        if (ended || !write(message.toJson())) {
            throw new CallException(ErrorCode.UNAVAILABLE, "the client has gone");
        }
    }

    @Override
    public void sendEarly(RpcMessage.Result response) {
        write(response.toJson());
    }

    /**
     * Only the thread of the outbox writes: those that run handlers may be interrupted, and some
     * streams are closed by that.
     */
    private boolean write(JsonNode message) {
        try {
            outbox.put(line -> line.tree(message).raw(LINE_END));
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (CallException gone) {
            return false;
        }
    }

    @Override
    public CallBuilder call(@Nullable Duration timeout) {
        CallBuilder call = Call.builder().caller(caller).gateway(GATEWAY);
        GatewayParts parts = server.parts();
        return parts.limits().apply(call, timeout, parts.registry().time());
    }
}
