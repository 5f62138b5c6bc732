package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.mcp.ClientSession.Sent;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tools of a server, and the headers of their calls. Threads may share it. */
final class ClientTools {
    private static final Logger LOG = LoggerFactory.getLogger(ClientTools.class);

    /** A server may list other unusable tools each time. */
    private static final LogCounter UNUSABLE = new LogCounter();

    private final ClientConnection connection;
    private final boolean web;
    private volatile Map<String, String> leftOut = Map.of();

    /** By tool, those that want headers only; null until the tools were listed. */
    private volatile Map<String, Map<String, List<String>>> headers = Map.of();

    private volatile boolean listed;

    ClientTools(McpServerOptions config, ClientConnection connection) {
        this.connection = connection;
        this.web = !config.isCommand();
    }

    List<JsonNode> list() {
        List<JsonNode> all = connection.listAll("tools/list", "tools");
        listed = true;
        if (!hasHeaders()) {
            return all;
        }
        List<JsonNode> usable = new ArrayList<>();
        Map<String, String> unusable = new LinkedHashMap<>();
        Map<String, Map<String, List<String>>> found = new HashMap<>();
        for (JsonNode tool : all) {
            String name = tool.path("name").asString("");
            try {
                Map<String, List<String>> places = ToolHeaders.of(tool.path("inputSchema"));
                if (!places.isEmpty()) {
                    found.put(name, places);
                }
                usable.add(tool);
            } catch (IllegalArgumentException e) {
                unusable.put(name, String.valueOf(e.getMessage()));
            }
        }
        headers = found;
        tell(unusable);
        return usable;
    }

    private void tell(Map<String, String> unusable) {
        if (!unusable.equals(leftOut)) {
            Map.Entry<String, String> first = unusable.entrySet().stream().findFirst().orElse(null);
            if (first != null && UNUSABLE.due(first.getKey()) > 0) {
                LOG.warn(
                        "{} tools cannot be used and are left out, such as {}: {}",
                        unusable.size(),
                        first.getKey(),
                        first.getValue());
            }
        }
        leftOut = Map.copyOf(unusable);
    }

    Map<String, String> leftOut() {
        return leftOut;
    }

    /** Whether arguments are repeated in headers: over HTTP since 2026-07-28. */
    private boolean hasHeaders() {
        return web && connection.server().version().isModern();
    }

    /**
     * Calls a tool.
     *
     * @param repeatable whether a second call does no harm
     */
    JsonNode call(String name, JsonNode arguments, Call call, boolean repeatable) {
        if (hasHeaders() && !listed) {
            list();
        }
        ObjectNode params = JsonNodeFactory.instance.objectNode().put("name", name);
        params.set("arguments", arguments);
        try {
            return connection.request(sent(name, params, repeatable), call);
        } catch (McpException e) {
            if (e.code() != McpErrorCode.HEADER_MISMATCH) {
                throw e;
            }
            // The tool has changed; the server did not carry the call out.
            list();
            return connection.request(sent(name, params, repeatable), call);
        }
    }

    private Sent sent(String name, ObjectNode params, boolean repeatable) {
        Map<String, List<String>> places = headers.getOrDefault(name, Map.of());
        return new Sent(
                "tools/call",
                params,
                places.isEmpty()
                        ? Map.of()
                        : HeaderMirror.parameters(places, params.path("arguments")),
                repeatable);
    }
}
