package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.BoundedFile;
import dev.alkdev.operations.base.Durations;
import dev.alkdev.operations.base.Glob;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * The config files of MCP clients: an object {@code mcpServers}, or {@code servers}, of servers by
 * name. Comments and trailing commas are allowed.
 */
public final class McpServerFile {
    /** The keys that hold the servers. */
    public static final List<String> SERVERS = List.of("mcpServers", "servers");

    private static final int LARGEST = BoundedFile.share(256, 4 << 20);
    private static final JsonMapper LENIENT =
            JsonMapper.builder()
                    .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                    .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                    // A second list of tools would replace the first one.
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build();

    /** Keys beside the servers with which clients restrict which servers or tools are used. */
    private static final Pattern RESTRICTING =
            Pattern.compile(
                    "(?i)permissions|mcp|tools|scopes|toolScopes|filters|sandbox|"
                            + "(core|exclude|allowed|disallowed)Tools|"
                            + "(allow|den|enable|disable|exclude).*mcp.*");

    private McpServerFile() {}

    /** Returns whether clients restrict servers or tools by this key beside the servers. */
    public static boolean isRestricting(String key) {
        return RESTRICTING.matcher(key).matches();
    }

    /**
     * Returns a function that puts the values of variables into the texts of a file: {@code
     * ${NAME}}, {@code ${env:NAME}}, {@code ${NAME:-fallback}}, {@code ${workspaceFolder}}, {@code
     * ${userHome}}. It throws an {@link IllegalArgumentException} for other variables.
     *
     * @param environment returns the value of a variable, or null
     */
    public static UnaryOperator<String> variables(
            Path file, Function<String, @Nullable String> environment) {
        return new FileVariables(file, environment)::expand;
    }

    /**
     * Returns the variables of an {@code envFile}.
     *
     * @throws IllegalArgumentException naming the file and what is wrong with it
     */
    public static Map<String, String> envFile(Path file) {
        return EnvFile.read(file);
    }

    /**
     * The servers of a file.
     *
     * @param rejected the servers that cannot be used, and why
     */
    record Servers(Map<String, McpServerOptions> usable, Map<String, String> rejected) {}

    /**
     * Reads a file. A server with an unknown key is rejected, since the key may restrict access.
     *
     * @param environment returns the value of a variable, or null
     * @throws IllegalArgumentException if the file as a whole cannot be used
     */
    static Servers read(Path file, Function<String, @Nullable String> environment) {
        try {
            JsonNode json = Json.read(() -> LENIENT.readTree(BoundedFile.read(file, LARGEST)));
            return servers(json, file, variables(file, environment));
        } catch (JacksonException e) {
            throw new IllegalArgumentException(file + ": this is not JSON: " + Json.reason(e), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    private static Servers servers(JsonNode json, Path file, UnaryOperator<String> expand) {
        for (String key : json.propertyNames()) {
            if (isRestricting(key)) {
                throw new IllegalArgumentException(
                        "'" + key + "' restricts servers or tools, which is not supported here");
            }
        }
        if (SERVERS.stream().noneMatch(key -> json.path(key).isObject())) {
            throw new IllegalArgumentException(
                    "there should be an object mcpServers, or servers, of servers by name");
        }
        Servers servers = new Servers(new TreeMap<>(), new TreeMap<>());
        for (String name : json.path(SERVERS.getFirst()).propertyNames()) {
            if (json.path(SERVERS.getLast()).has(name)) {
                throw new IllegalArgumentException("the server '" + name + "' is given twice");
            }
        }
        for (String key : SERVERS) {
            for (Map.Entry<String, JsonNode> one : json.path(key).properties()) {
                add(one.getKey(), one.getValue(), file, expand, servers);
            }
        }
        return servers;
    }

    private static void add(
            String name, JsonNode json, Path file, UnaryOperator<String> expand, Servers servers) {
        try {
            McpServerEntry entry = McpServerEntry.of(expanded(json, expand));
            if (!entry.disabled()) {
                servers.usable.put(name, options(entry.server(), file));
            }
        } catch (IllegalArgumentException e) {
            servers.rejected.put(name, String.valueOf(e.getMessage()));
        }
    }

    private static JsonNode expanded(JsonNode json, UnaryOperator<String> expand) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (json) {
            case ObjectNode object -> {
                ObjectNode copy = nodes.objectNode();
                object.properties()
                        .forEach(
                                each -> copy.set(each.getKey(), expanded(each.getValue(), expand)));
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = nodes.arrayNode();
                array.forEach(each -> copy.add(expanded(each, expand)));
                yield copy;
            }
            default -> json.isString() ? nodes.stringNode(expand.apply(json.asString())) : json;
        };
    }

    /** Takes each key out that it uses: what is left is unknown. */
    private static McpServerOptions options(ObjectNode server, Path file) {
        String command = text(server.remove("command"), "command");
        String url = text(server.remove("url"), "url");
        if ((url == null) == (command == null)) {
            throw new IllegalArgumentException("there should be either a command or a url");
        }
        McpServerOptions.Builder options =
                command == null
                        ? McpServerOptions.url(String.valueOf(url))
                        : McpServerOptions.command(command, texts(server.remove("args"), "args"));
        String envFile = text(server.remove("envFile"), "envFile");
        if (envFile != null) {
            envFile(file.resolveSibling(envFile)).forEach(options::env);
        }
        members(server.remove("env"), "env").forEach(options::env);
        members(server.remove("headers"), "headers").forEach(options::header);
        String cwd = text(server.remove("cwd"), "cwd");
        if (cwd != null) {
            options.cwd(Path.of(cwd));
        }
        if ("sse".equals(text(server.remove("transport"), "transport"))) {
            options.oldSse();
        }
        String timeout = text(server.remove("timeout"), "timeout");
        if (timeout != null) {
            options.timeout(Durations.parse(timeout).orElseThrow(() -> wrong("timeout")));
        }
        McpToolOptions tools = tools(server, command != null);
        if (!server.isEmpty()) {
            throw new IllegalArgumentException(
                    "unknown key '" + server.propertyNames().iterator().next() + "'");
        }
        return options.tools(tools).build();
    }

    private static McpToolOptions tools(ObjectNode server, boolean trusted) {
        boolean all = !server.has("includeTools");
        List<Glob> included = globs(server.remove("includeTools"), "includeTools");
        List<Glob> excluded = globs(server.remove("excludeTools"), "excludeTools");
        return McpToolOptions.defaults(trusted)
                .withFilter(name -> (all || matches(included, name)) && !matches(excluded, name));
    }

    private static boolean matches(List<Glob> patterns, String tool) {
        return patterns.stream().anyMatch(each -> McpToolOptions.matches(each, tool));
    }

    private static List<Glob> globs(@Nullable JsonNode value, String key) {
        return texts(value, key).stream().map(Glob::new).toList();
    }

    private static IllegalArgumentException wrong(String key) {
        return new IllegalArgumentException("'" + key + "' has a wrong value");
    }

    private static @Nullable String text(@Nullable JsonNode value, String key) {
        if (value != null && !value.isString()) {
            throw wrong(key);
        }
        return value == null ? null : value.asString();
    }

    private static List<String> texts(@Nullable JsonNode value, String key) {
        if (value == null) {
            return List.of();
        }
        if (!value.isArray() || value.valueStream().anyMatch(each -> !each.isString())) {
            throw wrong(key);
        }
        return value.valueStream().map(JsonNode::asString).toList();
    }

    private static Map<String, String> members(@Nullable JsonNode value, String key) {
        if (value == null) {
            return Map.of();
        }
        if (!value.isObject() || value.valueStream().anyMatch(each -> !each.isString())) {
            throw wrong(key);
        }
        Map<String, String> members = new HashMap<>();
        value.properties().forEach(each -> members.put(each.getKey(), each.getValue().asString()));
        return members;
    }
}
