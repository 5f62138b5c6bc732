package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.http.Exchange;
import dev.alkdev.operations.http.JsonBody;
import dev.alkdev.operations.http.Refusal;
import dev.alkdev.operations.web.Challenge;

import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;

import java.io.IOException;
import java.util.Enumeration;

/** Reads the messages of requests and answers them, for clients of both eras. Threads share it. */
final class HttpMessages {
    static final String SESSION_HEADER = "Mcp-Session-Id";
    private static final String LAST_EVENT_HEADER = "Last-Event-ID";

    /** Of what a result has around its data. */
    private static final int ENVELOPE_WEIGHT = 512;

    private static final JsonNode NO_PARAMS = JsonNodeFactory.instance.objectNode();

    private final McpServer server;
    private final GatewayParts parts;
    private final ListenStreams streams;

    HttpMessages(McpServer server, ListenStreams streams) {
        this.server = server;
        this.parts = server.parts();
        this.streams = streams;
    }

    void post(Exchange exchange, ToolView view) throws IOException {
        JsonNode body = JsonBody.read(exchange, parts.limits());
        if (body.isArray()) {
            new HttpBatch(this, exchange, view).post(body);
            return;
        }
        RpcMessage message;
        try {
            message = RpcMessage.of(body);
        } catch (McpException e) {
            error(exchange, 400, id(body), e);
            return;
        }
        if (message instanceof RpcMessage.Request request) {
            try {
                request(exchange, view, request);
            } catch (McpException e) {
                error(exchange, 400, request.id(), e);
            }
        } else {
            received(exchange, message);
        }
    }

    /** The id of a message that is otherwise wrong, if it can be read. */
    private static @Nullable JsonNode id(JsonNode body) {
        JsonNode id = body.path("id");
        return id.isString() || id.isIntegralNumber() ? id : null;
    }

    /** What needs no answer is accepted, whether anybody waits for it or not. */
    private void received(Exchange exchange, RpcMessage message) throws IOException {
        if (!ModernRequests.isModern(header(exchange, ModernRequests.VERSION_HEADER))) {
            server.received(legacy(exchange).session(), message);
        }
        exchange.response().setStatus(HttpServletResponse.SC_ACCEPTED);
    }

    private void request(Exchange exchange, ToolView view, RpcMessage.Request request)
            throws IOException {
        String version = header(exchange, ModernRequests.VERSION_HEADER);
        if (ModernRequests.isModern(request, version)) {
            modern(exchange, view, request, version);
        } else if (request.method().equals("initialize")) {
            initialize(exchange, view, request);
        } else {
            ClientInfo client = legacy(exchange);
            HttpChannel channel = keeping(exchange, client, request.id());
            answer(exchange, asked(request, client, channel, view));
        }
    }

    private void modern(
            Exchange exchange, ToolView view, RpcMessage.Request request, @Nullable String header)
            throws IOException {
        ClientInfo client;
        try {
            if (header != null && McpVersion.of(header.strip()).isEmpty()) {
                // Whatever else it says: a client of another version cannot know our rules.
                ModernRequests.supported(header.strip());
            }
            String version = ModernRequests.version(request);
            ModernRequests.checkHeaders(request, version, name -> header(exchange, name));
            McpVersion known = ModernRequests.supported(version);
            client = ModernRequests.client(request, known, exchange.caller(), null);
        } catch (McpException e) {
            error(exchange, 400, request.id(), e);
            return;
        }
        HttpChannel channel = channel(exchange, true);
        ServerRequest asked = asked(request, client, channel, view);
        if (request.method().equals("subscriptions/listen")) {
            listen(exchange, asked);
        } else {
            answer(exchange, asked);
        }
    }

    private void listen(Exchange exchange, ServerRequest request) throws IOException {
        server.countRead(exchange.caller());
        Listener.Wanted wanted;
        try {
            wanted = server.wanted(request);
        } catch (McpException e) {
            error(exchange, 200, request.id(), e);
            return;
        }
        streams.serve(exchange, request, wanted);
    }

    private void initialize(Exchange exchange, ToolView view, RpcMessage.Request request)
            throws IOException {
        server.countRead(exchange.caller());
        JsonNode params = request.params() == null ? NO_PARAMS : request.params();
        McpVersion version = agreed(params);
        String session =
                server.sessions().open(version, params.path("capabilities"), exchange.caller());
        exchange.response().setHeader(SESSION_HEADER, session);
        ClientInfo client =
                new ClientInfo(version, exchange.caller(), NO_PARAMS, session, LogLevel.INFO);
        RpcMessage result = new RpcMessage.Result(request.id(), server.initialized(view, client));
        exchange.send(200, HttpAnswers.JSON, HttpAnswers.bytes(result.toJson()));
    }

    /** The version that the client asks for, if it has a handshake, else the newest that has. */
    static McpVersion agreed(JsonNode params) {
        return McpVersion.of(params.path("protocolVersion").asString(""))
                .filter(version -> !version.isModern())
                .orElse(McpVersion.NEWEST_LEGACY);
    }

    /**
     * The client of a request of before 2026-07-28. One without a session can use everything that
     * needs none.
     *
     * @throws Refusal 404 if its session is over
     */
    ClientInfo legacy(Exchange exchange) {
        String id = header(exchange, SESSION_HEADER);
        if (id == null) {
            String header = header(exchange, ModernRequests.VERSION_HEADER);
            McpVersion version =
                    header == null
                            ? McpVersion.V2025_03_26
                            : McpVersion.of(header.strip()).orElse(McpVersion.NEWEST_LEGACY);
            return new ClientInfo(version, exchange.caller(), NO_PARAMS, null, LogLevel.INFO);
        }
        Sessions.Session session = session(id, exchange);
        return new ClientInfo(
                session.version(),
                exchange.caller(),
                session.capabilities(),
                id,
                server.sessions().states().level(id));
    }

    private Sessions.Session session(String id, Exchange exchange) {
        Sessions.Session session = server.sessions().find(id, exchange.caller());
        if (session == null) {
            throw Refusal.notFound("Session not found: initialize a new one");
        }
        return session;
    }

    HttpChannel channel(Exchange exchange, boolean isModern) {
        return new HttpChannel(exchange, parts, isModern);
    }

    /** The way back to a client of before 2026-07-28, whose session outlasts its connections. */
    private HttpChannel keeping(Exchange exchange, ClientInfo client, JsonNode request) {
        String session = client.session();
        return session == null
                ? channel(exchange, false)
                : new HttpChannel(
                        exchange, parts, false, () -> streams.kept().responding(session, request));
    }

    static ServerRequest asked(
            RpcMessage.Request request, ClientInfo client, Channel channel, ToolView view) {
        JsonNode params = request.params() == null ? NO_PARAMS : request.params();
        return new ServerRequest(request.id(), request.method(), params, client, channel, view);
    }

    private void answer(Exchange exchange, ServerRequest request) throws IOException {
        HttpChannel channel = (HttpChannel) request.channel();
        try {
            switch (server.answer(request)) {
                case Answer.Typed typed -> {
                    // The data is there once as a tree, and twice in the bytes.
                    checkRoom(exchange, 2 * ByteBudget.weight(typed.data()) + ENVELOPE_WEIGHT);
                    channel.finish(200, HttpAnswers.result(request.id(), typed));
                }
                case Answer.Result(JsonNode result) -> {
                    checkRoom(exchange, ByteBudget.weight(result));
                    channel.finish(
                            200,
                            HttpAnswers.bytes(
                                    new RpcMessage.Result(request.id(), result).toJson()));
                }
                case Answer.Written written ->
                        channel.finish(200, HttpAnswers.result(request.id(), written.json()));
                case Answer.Refused refused -> refused(exchange, request, refused);
                case Answer.Nothing nothing -> channel.abandon();
                case Answer.Sent sent -> {}
            }
        } catch (McpException e) {
            channel.finish(status(request, e), HttpAnswers.error(request.id(), e));
        } finally {
            channel.close();
        }
    }

    /** A result is there twice until the client has read it: as a tree and as bytes. */
    private static void checkRoom(Exchange exchange, long weight) {
        if (!exchange.tryHold(2 * weight)) {
            throw new McpException(
                    McpErrorCode.INTERNAL_ERROR,
                    "the server has no memory left for the result",
                    JsonNodeFactory.instance.objectNode().put("code", ErrorCode.OVERLOADED));
        }
    }

    private void refused(Exchange exchange, ServerRequest request, Answer.Refused refused)
            throws IOException {
        CallException failure = refused.failure();
        Challenge challenge = parts.access().authenticator().challenge(exchange.request());
        Refusal refusal = Refusal.of(failure, refused.spec(), exchange.caller(), challenge);
        HttpChannel channel = (HttpChannel) request.channel();
        if (!channel.isStreaming()) {
            refusal.headers().forEach(exchange.response()::setHeader);
        }
        channel.finish(refusal.status(), HttpAnswers.error(request.id(), error(failure)));
    }

    /** A call that was refused, as an error of the protocol. */
    static McpException error(CallException failure) {
        return new McpException(
                McpErrorCode.INVALID_REQUEST,
                failure.getMessage(),
                JsonNodeFactory.instance.objectNode().put("code", failure.code()));
    }

    private static int status(ServerRequest request, McpException error) {
        if (!request.isModern()) {
            return 200;
        }
        return switch (error.code()) {
            case McpErrorCode.HEADER_MISMATCH,
                    McpErrorCode.MISSING_CLIENT_CAPABILITY,
                    McpErrorCode.UNSUPPORTED_PROTOCOL_VERSION ->
                    400;
            case McpErrorCode.METHOD_NOT_FOUND -> 404;
            default -> 200;
        };
    }

    private static void error(
            Exchange exchange, int status, @Nullable JsonNode id, McpException error)
            throws IOException {
        exchange.send(status, HttpAnswers.JSON, HttpAnswers.error(id, error));
    }

    /** Opens the stream of a client of before 2026-07-28. */
    void get(Exchange exchange, ToolView view) throws IOException {
        server.countRead(exchange.caller());
        String accept = header(exchange, "Accept");
        boolean isModern = ModernRequests.isModern(header(exchange, ModernRequests.VERSION_HEADER));
        if (isModern || accept == null || !accept.contains(HttpAnswers.EVENTS)) {
            throw Refusal.methodNotAllowed(
                    "GET opens a stream of events, for clients of before 2026-07-28", "POST");
        }
        ClientInfo client = legacy(exchange);
        String header = header(exchange, LAST_EVENT_HEADER);
        EventId last = header == null ? null : EventId.parse(header);
        if (streams.isOver(client.session(), last)) {
            // Clients would come again and again after an empty stream.
            exchange.response().setStatus(HttpServletResponse.SC_NO_CONTENT);
            return;
        }
        HttpChannel channel = channel(exchange, false);
        streams.serve(
                exchange,
                new ServerRequest(NullNode.getInstance(), "GET", NO_PARAMS, client, channel, view),
                last);
    }

    /** Ends a session. */
    void delete(Exchange exchange) {
        String id = header(exchange, SESSION_HEADER);
        if (id == null) {
            throw Refusal.methodNotAllowed("DELETE ends a session: give its id", "POST");
        }
        server.countRead(exchange.caller());
        server.sessions().end(session(id, exchange));
        streams.end(id);
        exchange.response().setStatus(HttpServletResponse.SC_OK);
    }

    McpServer server() {
        return server;
    }

    int maxBatch() {
        return parts.limits().maxBatch();
    }

    /**
     * The value of a header.
     *
     * @throws McpException if it is there with different values: a proxy may have read another one
     */
    static @Nullable String header(Exchange exchange, String name) {
        Enumeration<String> values = exchange.request().getHeaders(name);
        if (values == null || !values.hasMoreElements()) {
            return null;
        }
        String first = values.nextElement();
        while (values.hasMoreElements()) {
            if (!values.nextElement().equals(first)) {
                throw ParameterHeader.mismatch(name + " is given with different values");
            }
        }
        return first;
    }
}
