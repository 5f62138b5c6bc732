package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/** Answers requests of every transport. Threads may share it. */
final class McpServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(McpGateway.class);
    private static final int MOST_URIS = 1_000;

    private final GatewayParts parts;
    private final Sessions sessions;
    private final ClientCalls calls;
    private final ToolCalls tools;
    private final @Nullable DirectoryCalls directory;
    private final ChangeNotices notices;
    private final ToolViews views;
    private final Registration elicitations;

    McpServer(GatewayParts parts) {
        this.parts = parts;
        OperationRegistry registry = parts.registry();
        Signer signer = new Signer(parts.options()::key);
        this.sessions = new Sessions(signer, registry.time());
        this.calls = new ClientCalls(parts, signer);
        this.tools = new ToolCalls(calls, registry, parts.options());
        McpDirectory given = parts.directory();
        this.directory = given == null ? null : new DirectoryCalls(given, calls, parts.options());
        this.notices = new ChangeNotices(registry, given);
        this.views = new ToolViews(parts, notices::version);
        this.elicitations =
                given == null ? () -> {} : given.onElicitationComplete(this::elicitationCompleted);
    }

    private void elicitationCompleted(String id) {
        String session = calls.elicitations().completed(id);
        if (session != null) {
            notices.elicitationCompleted(session, id);
        }
    }

    GatewayParts parts() {
        return parts;
    }

    Sessions sessions() {
        return sessions;
    }

    ClientCalls calls() {
        return calls;
    }

    ChangeNotices notices() {
        return notices;
    }

    ToolViews views() {
        return views;
    }

    /**
     * Answers a request. All but calls count as a read of the caller, which limits how often.
     *
     * @throws McpException if that is the answer
     */
    Answer answer(ServerRequest request) {
        try {
            if (!request.method().equals("tools/call")) {
                countRead(request.client().caller());
            }
            return request.isModern() ? modern(request) : legacy(request);
        } catch (CallException refused) {
            return new Answer.Refused(refused, null);
        } catch (McpException e) {
            throw e;
        } catch (RuntimeException bug) {
            LOG.error("{} failed", request.method(), bug);
            throw new McpException(
                    McpErrorCode.INTERNAL_ERROR,
                    "the request failed; the reason is in the server's log");
        }
    }

    /**
     * Counts a request that is no call.
     *
     * @throws CallException if the caller sends too many
     */
    void countRead(Caller caller) {
        parts.reads().accept(caller);
    }

    private Answer modern(ServerRequest request) {
        return request.method().equals("server/discover") ? discover(request) : common(request);
    }

    private Answer legacy(ServerRequest request) {
        return switch (request.method()) {
            case "ping" -> empty();
            case "logging/setLevel" -> setLevel(request);
            case "resources/subscribe" -> subscribe(request);
            case "resources/unsubscribe" -> unsubscribe(request);
            default -> common(request);
        };
    }

    private Answer common(ServerRequest request) {
        return switch (request.method()) {
            case "tools/call" -> tools.call(request);
            case "tools/list" -> list(request);
            case "resources/list" -> directory(request).resources(request);
            case "resources/templates/list" -> directory(request).templates(request);
            case "resources/read" -> directory(request).read(request);
            case "prompts/list" -> directory(request).prompts(request);
            case "prompts/get" -> directory(request).prompt(request);
            case "completion/complete" -> directory(request).complete(request);
            default -> throw unknown(request);
        };
    }

    static McpException unknown(ServerRequest request) {
        return new McpException(
                McpErrorCode.METHOD_NOT_FOUND, "Method not found: " + request.method());
    }

    private DirectoryCalls directory(ServerRequest request) {
        DirectoryCalls given = directory;
        if (given == null) {
            throw unknown(request);
        }
        return given;
    }

    private Answer list(ServerRequest request) {
        byte[] page =
                request.view()
                        .page(request.client().caller(), request.cursor(), request.isModern());
        McpDirectory given = parts.directory();
        JsonNode asker = request.meta(Via.NODE);
        return given != null && asker.isString()
                ? new Answer.Result(marked(page, request.view(), given.node(), asker.asString()))
                : new Answer.Written(page);
    }

    /** A page for another hub. */
    private JsonNode marked(byte[] page, ToolView view, String here, String asker) {
        ObjectNode result = (ObjectNode) Json.parse(page);
        ArrayNode tools = JsonNodeFactory.instance.arrayNode();
        for (JsonNode tool : result.path("tools")) {
            JsonNode via =
                    view.find(tool.path("name").asString())
                            .map(found -> ToolOrigin.via(parts.registry(), found.spec()))
                            .orElseGet(JsonNodeFactory.instance::arrayNode);
            JsonNode marked = Via.marked(tool, via, here, asker);
            if (marked != null) {
                tools.add(marked);
            }
        }
        result.set("tools", tools);
        return result;
    }

    private static Answer empty() {
        return new Answer.Result(JsonNodeFactory.instance.objectNode());
    }

    private Answer discover(ServerRequest request) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.put("resultType", "complete");
        result.putArray("supportedVersions").add(McpVersion.NEWEST.text());
        result.set("capabilities", capabilities(request.client().version()));
        PlaceDescription here = PlaceDescription.of(parts, request.view(), request.client());
        CacheHints.ofList(parts.options().ttl(), here.isPublic()).write(result);
        here.instruct(result);
        result.putObject("_meta").set(MetaKeys.SERVER_INFO, here.info());
        return new Answer.Result(result);
    }

    /** The result of {@code initialize} for a client at a place. */
    JsonNode initialized(ToolView view, ClientInfo client) {
        McpVersion version = client.version();
        PlaceDescription here = PlaceDescription.of(parts, view, client);
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.put("protocolVersion", version.text());
        result.set("capabilities", capabilities(version));
        result.set("serverInfo", here.info());
        here.instruct(result);
        return result;
    }

    private ObjectNode capabilities(McpVersion version) {
        ObjectNode capabilities = JsonNodeFactory.instance.objectNode();
        capabilities.putObject("tools").put("listChanged", true);
        capabilities.putObject("logging");
        if (directory != null) {
            capabilities.putObject("resources").put("subscribe", true).put("listChanged", true);
            capabilities.putObject("prompts").put("listChanged", true);
            if (version.atLeast(McpVersion.V2025_03_26)) {
                capabilities.putObject("completions");
            }
        }
        return capabilities;
    }

    private Answer setLevel(ServerRequest request) {
        LogLevel level = LogLevel.of(request.text("level"));
        if (level == null) {
            throw McpException.invalidParams("there is no level " + request.text("level"));
        }
        String session = request.client().session();
        if (session != null) {
            sessions.states().level(session, level);
        }
        return empty();
    }

    private Answer subscribe(ServerRequest request) {
        String uri = request.text("uri");
        DirectoryCalls given = directory(request);
        String session = request.client().session();
        if (session != null) {
            DirectoryView view = given.view(request);
            sessions.states()
                    .watch(
                            session,
                            uri,
                            () -> given.watch(view, uri, () -> notices.updated(session, uri)));
            given.awaitWatch(view, uri);
        }
        return empty();
    }

    private Answer unsubscribe(ServerRequest request) {
        String session = request.client().session();
        if (session != null) {
            sessions.states().unwatch(session, request.text("uri"));
        }
        return empty();
    }

    /** A client of {@code subscriptions/listen}, acknowledged and notified of changes. */
    Registration listen(ServerRequest request, Consumer<RpcMessage.Notification> out) {
        return listen(listener(request, wanted(request), out));
    }

    /** A client of before 2026-07-28 that listens. */
    Listener listener(
            ServerRequest request, Listener.Wanted wanted, Consumer<RpcMessage.Notification> out) {
        return new Listener(
                request, wanted, directory == null ? null : directory.view(request), out);
    }

    Registration listen(Listener listener) {
        if (listener.client().isModern()) {
            listener.acknowledge();
        }
        Registration registration = notices.add(listener);
        if (directory != null) {
            listener.watch(directory);
        }
        return registration;
    }

    /** What a request wants to know of. */
    Listener.Wanted wanted(ServerRequest request) {
        JsonNode wanted = request.params().path("notifications");
        if (!wanted.isObject()) {
            throw McpException.invalidParams("subscriptions/listen needs 'notifications'");
        }
        Set<String> uris = new HashSet<>();
        wanted.path("resourceSubscriptions").forEach(uri -> uris.add(uri.asString("")));
        if (uris.size() > MOST_URIS) {
            throw McpException.invalidParams("at most " + MOST_URIS + " resources can be watched");
        }
        return new Listener.Wanted(
                wanted.path("toolsListChanged").asBoolean(false),
                wanted.path("promptsListChanged").asBoolean(false),
                wanted.path("resourcesListChanged").asBoolean(false),
                uris);
    }

    /** A client answers, or takes back what it asked. */
    void received(@Nullable String session, RpcMessage message) {
        if (session == null) {
            return;
        }
        switch (message) {
            case RpcMessage.Result result -> calls.questions().answered(session, result);
            case RpcMessage.Failure failure -> calls.questions().refused(session, failure);
            case RpcMessage.Notification notification -> {
                if (notification.method().equals("notifications/cancelled")) {
                    JsonNode params =
                            Objects.requireNonNullElseGet(
                                    notification.params(), JsonNodeFactory.instance::objectNode);
                    calls.running().cancel(session, params.path("requestId"));
                }
            }
            case RpcMessage.Request request ->
                    throw new IllegalArgumentException("a request is to be answered");
        }
    }

    @Override
    public void close() {
        elicitations.close();
        notices.close();
        views.close();
        sessions.states().close();
    }
}
