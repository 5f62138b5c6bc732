package dev.alkdev.operations.mcp;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * An MCP server as the config files of clients describe it, with one name for each key: clients
 * call the same thing {@code url}, {@code httpUrl} or {@code serverUrl}. Keys that are not known
 * here stay as they are, so that whoever uses the entry can support or reject them. Immutable;
 * threads may share it.
 *
 * @param server the entry with these keys: {@code command}, {@code args}, {@code env}, {@code cwd},
 *     {@code url}, {@code headers}, {@code transport} ({@code http} or {@code sse}), {@code
 *     timeout}, {@code envFile}, {@code includeTools}, {@code excludeTools}, and unknown keys
 * @param originals the keys of {@code server} to the keys of the file, where they differ
 * @param ignored keys that mean nothing without a person at a client
 * @param disabled whether the entry is switched off
 */
public record McpServerEntry(
        ObjectNode server, Map<String, String> originals, List<String> ignored, boolean disabled) {
    private static final Map<String, List<String>> NAMES =
            Map.of(
                    "url", List.of("url", "httpUrl", "serverUrl"),
                    "env", List.of("env", "environment"),
                    "includeTools",
                            List.of("includeTools", "enabledTools", "allowedTools", "tools"),
                    "excludeTools", List.of("excludeTools", "disabledTools"));

    /** They describe a server, or list the tools that a client may call without asking a person. */
    private static final Set<String> IGNORED =
            Set.of(
                    "alwaysAllow",
                    "autoApprove",
                    "name",
                    "title",
                    "displayName",
                    "description",
                    "version",
                    "icon",
                    "iconUrl",
                    "gallery",
                    "registry",
                    "homepage",
                    "dev");

    private static final Set<String> STDIO = Set.of("stdio", "local");
    private static final Set<String> HTTP =
            Set.of("http", "streamable-http", "streamablehttp", "streamable_http", "remote");
    private static final int LONGEST_IN_SECONDS = 3_600;

    public McpServerEntry {
        server = server.deepCopy();
        originals = Map.copyOf(originals);
        ignored = List.copyOf(ignored);
    }

    /** A copy, since trees can be changed. */
    @Override
    public ObjectNode server() {
        return server.deepCopy();
    }

    /**
     * Reads an entry.
     *
     * @throws IllegalArgumentException naming the key that is wrong
     */
    public static McpServerEntry of(JsonNode entry) {
        if (!(entry instanceof ObjectNode object)) {
            throw new IllegalArgumentException("an MCP server should be an object");
        }
        ObjectNode server = object.deepCopy();
        Map<String, String> originals = new LinkedHashMap<>();
        NAMES.forEach((name, others) -> rename(server, name, others, originals));
        List<String> ignored = removeIgnored(server);
        boolean disabled = flag(server, "disabled", false) || !flag(server, "enabled", true);
        transport(server);
        timeout(server);
        texts(server.get("args"));
        for (String key : List.of("env", "headers")) {
            members(server.get(key));
        }
        return new McpServerEntry(server, originals, ignored, disabled);
    }

    private static void rename(
            ObjectNode server, String name, List<String> others, Map<String, String> originals) {
        String found = null;
        for (String other : others) {
            if (!server.has(other)) {
                continue;
            }
            if (found != null) {
                throw new IllegalArgumentException(
                        "'" + found + "' and '" + other + "' mean the same; remove one of them");
            }
            found = other;
        }
        if (found != null && !found.equals(name)) {
            server.set(name, server.remove(found));
            originals.put(name, found);
        }
    }

    private static List<String> removeIgnored(ObjectNode server) {
        List<String> ignored = new ArrayList<>();
        for (String key : List.copyOf(server.propertyNames())) {
            // One client skips its questions for a server with `trust: true`.
            if (IGNORED.contains(key) || (key.equals("trust") && server.get(key).isBoolean())) {
                server.remove(key);
                ignored.add(key);
            }
        }
        return ignored;
    }

    private static boolean flag(ObjectNode server, String key, boolean otherwise) {
        JsonNode value = server.remove(key);
        if (value != null && !value.isBoolean()) {
            throw new IllegalArgumentException("'" + key + "' should be true or false");
        }
        return value == null ? otherwise : value.booleanValue();
    }

    /** Clients write it as {@code type} or {@code transport}; most entries have none. */
    private static void transport(ObjectNode server) {
        String type = kind(server, "type");
        String transport = kind(server, "transport");
        String given = type == null ? transport : type;
        if (given == null) {
            return;
        }
        if (transport != null && !transport.equals(given)) {
            throw new IllegalArgumentException("'type' and 'transport' differ");
        }
        String key = type == null ? "transport" : "type";
        if (given.equals("stdio") == server.has("url")) {
            throw new IllegalArgumentException(
                    "'%s' is %s, but the server has %s"
                            .formatted(key, given, server.has("url") ? "a url" : "no url"));
        }
        if (!given.equals("stdio")) {
            server.put("transport", given);
        }
    }

    private static @Nullable String kind(ObjectNode server, String key) {
        JsonNode value = server.remove(key);
        if (value == null) {
            return null;
        }
        String text = value.asString("").toLowerCase(Locale.ROOT);
        if (STDIO.contains(text)) {
            return "stdio";
        }
        if (!text.equals("sse") && !HTTP.contains(text)) {
            throw new IllegalArgumentException(
                    "'" + key + "' should be one of stdio, http, streamable-http and sse");
        }
        return text.equals("sse") ? text : "http";
    }

    /** Clients count in seconds, up to an hour, or in milliseconds. */
    private static void timeout(ObjectNode server) {
        JsonNode timeout = server.get("timeout");
        if (timeout != null && timeout.isIntegralNumber()) {
            boolean seconds = timeout.asLong() <= LONGEST_IN_SECONDS;
            server.put("timeout", timeout.asString() + (seconds ? "s" : "ms"));
        }
    }

    /** Numbers and booleans count as text, as in {@code ["--port", 8080]}. */
    private static void texts(@Nullable JsonNode array) {
        if (array instanceof ArrayNode items) {
            for (int i = 0; i < items.size(); i++) {
                items.set(i, text(items.get(i)));
            }
        }
    }

    private static void members(@Nullable JsonNode value) {
        if (value instanceof ObjectNode object) {
            for (String name : List.copyOf(object.propertyNames())) {
                if (object.get(name).isNull()) {
                    object.remove(name);
                } else {
                    object.set(name, text(object.get(name)));
                }
            }
        }
    }

    private static JsonNode text(JsonNode value) {
        boolean plain = value.isNumber() || value.isBoolean();
        return plain ? JsonNodeFactory.instance.stringNode(value.asString()) : value;
    }

    /** Names no values, which may be secret. */
    @Override
    public String toString() {
        return "McpServerEntry" + server.propertyNames();
    }
}
