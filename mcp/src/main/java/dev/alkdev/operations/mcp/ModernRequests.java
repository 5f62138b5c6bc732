package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Caller;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.function.Function;

/** Reads the client data of a request of 2026-07-28. */
final class ModernRequests {
    static final String VERSION_HEADER = "MCP-Protocol-Version";
    private static final String METHOD_HEADER = "Mcp-Method";
    private static final String NAME_HEADER = "Mcp-Name";

    private ModernRequests() {}

    /** Whether a request is one, or tries to be one. */
    static boolean isModern(RpcMessage.Request request, @Nullable String header) {
        return meta(request).has(MetaKeys.VERSION) || isModern(header);
    }

    /** Whether a version in a header is none of those with a handshake. */
    static boolean isModern(@Nullable String header) {
        return header != null
                && McpVersion.of(header.strip()).map(McpVersion::isModern).orElse(true);
    }

    private static JsonNode meta(RpcMessage.Request request) {
        JsonNode params = request.params();
        return params == null ? JsonNodeFactory.instance.missingNode() : params.path("_meta");
    }

    /**
     * The version that a request names.
     *
     * @throws McpException {@code INVALID_PARAMS} if it says none, or nothing about its client
     */
    static String version(RpcMessage.Request request) {
        JsonNode meta = meta(request);
        if (!meta.path(MetaKeys.VERSION).isString()) {
            throw McpException.invalidParams("_meta needs a text in '" + MetaKeys.VERSION + "'");
        }
        if (!meta.path(MetaKeys.CAPABILITIES).isObject()) {
            throw McpException.invalidParams(
                    "_meta needs an object in '" + MetaKeys.CAPABILITIES + "'");
        }
        return meta.path(MetaKeys.VERSION).asString();
    }

    /**
     * Checks that a version is one that needs no handshake and is known.
     *
     * @throws McpException {@code UNSUPPORTED_PROTOCOL_VERSION} if not
     */
    static McpVersion supported(String version) {
        return McpVersion.of(version)
                .filter(McpVersion::isModern)
                .orElseThrow(
                        () -> {
                            ObjectNode data = JsonNodeFactory.instance.objectNode();
                            data.putArray("supported").add(McpVersion.NEWEST.text());
                            data.put("requested", version);
                            return new McpException(
                                    McpErrorCode.UNSUPPORTED_PROTOCOL_VERSION,
                                    "Unsupported protocol version: without a handshake there is "
                                            + McpVersion.NEWEST.text(),
                                    data);
                        });
    }

    /** The client of a request whose version was checked. */
    static ClientInfo client(
            RpcMessage.Request request,
            McpVersion version,
            Caller caller,
            @Nullable String session) {
        JsonNode meta = meta(request);
        return new ClientInfo(
                version,
                caller,
                meta.path(MetaKeys.CAPABILITIES),
                session,
                LogLevel.of(meta.path(MetaKeys.LOG_LEVEL).asString("")));
    }

    /**
     * Checks that the headers agree with the request.
     *
     * @param headers gives the value of a header, or null
     * @throws McpException {@code HEADER_MISMATCH} if not
     */
    static void checkHeaders(
            RpcMessage.Request request,
            String version,
            Function<String, @Nullable String> headers) {
        check(VERSION_HEADER, headers.apply(VERSION_HEADER), version);
        check(METHOD_HEADER, headers.apply(METHOD_HEADER), request.method());
        String member =
                switch (request.method()) {
                    case "tools/call", "prompts/get" -> "name";
                    case "resources/read" -> "uri";
                    default -> null;
                };
        JsonNode params = request.params();
        if (member != null && params != null && params.path(member).isString()) {
            String header = headers.apply(NAME_HEADER);
            check(
                    NAME_HEADER,
                    header == null ? null : ParameterHeader.decoded(NAME_HEADER, header),
                    params.path(member).asString());
        }
    }

    private static void check(String name, @Nullable String header, String expected) {
        if (header == null) {
            throw ParameterHeader.mismatch(name + " is missing");
        }
        if (!header.strip().equals(expected)) {
            throw ParameterHeader.mismatch(name + " does not match the body");
        }
    }
}
