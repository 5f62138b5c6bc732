package dev.alkdev.operations.mcp;

import dev.alkdev.operations.AttachmentKey;
import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Set;

/** Makes the {@code _meta} of requests. */
final class RequestMeta {
    static final String PREFIX = "io.modelcontextprotocol/";
    private static final String OWN_PREFIX = "dev.alkdev.operations/";
    static final String VERSION = PREFIX + "protocolVersion";
    static final String INFO = PREFIX + "clientInfo";
    static final String CAPABILITIES = PREFIX + "clientCapabilities";
    static final String LOG_LEVEL = PREFIX + "logLevel";
    static final String SUBSCRIPTION = PREFIX + "subscriptionId";

    private static final List<String> TRACE = List.of("traceparent", "tracestate", "baggage");

    /** Those that are over at once, or never, or that no session is there for yet. */
    private static final Set<String> WITHOUT_PROGRESS =
            Set.of("initialize", "server/discover", "ping", "subscriptions/listen");

    /** What a client sent along for the server of a call. */
    private static final AttachmentKey<ObjectNode> PASSED =
            AttachmentKey.of("mcp-request-meta", ObjectNode.class);

    private RequestMeta() {}

    /** The members of {@code _meta} of a request that are for the server behind a gateway. */
    static ObjectNode passedOn(JsonNode meta) {
        ObjectNode passed = JsonNodeFactory.instance.objectNode();
        meta.forEachEntry(
                (name, value) -> {
                    boolean own =
                            name.equals(MetaKeys.PROGRESS_TOKEN)
                                    || name.startsWith(PREFIX)
                                    || name.startsWith(OWN_PREFIX)
                                    || TRACE.contains(name);
                    if (!own) {
                        passed.set(name, value);
                    }
                });
        return passed;
    }

    /** Sends {@code _meta} of a request along with the call for it. */
    static CallBuilder pass(CallBuilder builder, ServerRequest request) {
        return attach(builder, passedOn(request.params().path("_meta")));
    }

    private static CallBuilder attach(CallBuilder builder, ObjectNode passed) {
        return passed.isEmpty() ? builder : builder.attach(PASSED, passed);
    }

    /** Sends {@code _meta} of the request that led to a call along with it. */
    static CallBuilder pass(CallBuilder builder, Call origin) {
        ObjectNode passed =
                origin.attachment(McpCaller.KEY).orElse(null) instanceof GatewayCaller caller
                        ? caller.metaFor(origin.operationId())
                        : JsonNodeFactory.instance.objectNode();
        return attach(builder, passed);
    }

    /**
     * The params of a request with what a server wants to know about it.
     *
     * @param request its params may have a {@code _meta} of their own
     */
    static ObjectNode params(
            RpcMessage.Request request, McpServerOptions config, McpVersion version, Call call) {
        JsonNode params = request.params();
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        if (params instanceof ObjectNode given) {
            all.setAll(given);
        }
        ObjectNode meta = JsonNodeFactory.instance.objectNode();
        if (version.isModern()) {
            modern(meta, config, version, call.attachment(McpCaller.KEY).orElse(null));
        }
        if (!WITHOUT_PROGRESS.contains(request.method())) {
            meta.set("progressToken", request.id());
        }
        for (String name : TRACE) {
            JsonNode value = call.metadata().get(name);
            if (value != null && value.isString()) {
                meta.set(name, value);
            }
        }
        call.attachment(PASSED).ifPresent(meta::setAll);
        if (all.path("_meta") instanceof ObjectNode given) {
            meta.setAll(given);
        }
        if (!meta.isEmpty()) {
            all.set("_meta", meta);
        }
        return all;
    }

    private static void modern(
            ObjectNode meta,
            McpServerOptions config,
            McpVersion version,
            @Nullable McpCaller caller) {
        meta.put(VERSION, version.text());
        meta.set(INFO, info(config));
        meta.set(CAPABILITIES, ClientCapabilities.ofRequest(config, caller));
        if (caller != null) {
            // Which of the messages the caller gets is decided where it says so.
            meta.put(LOG_LEVEL, "debug");
        }
    }

    static ObjectNode info(McpServerOptions config) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("name", config.clientName)
                .put("version", config.clientVersion);
    }
}
