package dev.alkdev.operations.mcp;

import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The config of MCP servers as other clients write it: {@code mcpServers}, or {@code servers}, by
 * name. Comments and trailing commas are allowed, keys that are not known here are ignored.
 */
public final class McpServerFile {
    private static final JsonMapper LENIENT =
            JsonMapper.builder()
                    .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                    .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                    .build();

    private McpServerFile() {}

    /**
     * A server of a file.
     *
     * @param command null if it has a URL
     * @param cwd null for the folder of whoever starts it
     * @param url null if it is a command
     * @param oldSse whether the file says that it has the transport of 2024-11-05
     */
    public record Server(
            @Nullable String command,
            List<String> args,
            Map<String, String> env,
            @Nullable String cwd,
            @Nullable String url,
            Map<String, String> headers,
            boolean oldSse) {
        public Server {
            args = List.copyOf(args);
            env = Map.copyOf(env);
            headers = Map.copyOf(headers);
        }

        /** Starts the config of the server. */
        public McpServerOptions.Builder toConfig() {
            String line = command;
            McpServerOptions.Builder config =
                    line == null
                            ? McpServerOptions.url(String.valueOf(url))
                            : McpServerOptions.command(line, args);
            env.forEach(config::env);
            headers.forEach(config::header);
            if (cwd != null) {
                config.cwd(Path.of(cwd));
            }
            return oldSse ? config.oldSse() : config;
        }

        /** Names no arguments, variables or headers, which may be secret. */
        @Override
        public String toString() {
            return command == null ? String.valueOf(url) : command;
        }
    }

    /**
     * Reads a file.
     *
     * @param environment gives the value of a variable, or null
     * @throws IllegalArgumentException saying what is wrong, and where
     */
    public static Map<String, Server> read(
            Path file, Function<String, @Nullable String> environment) {
        JsonNode json;
        try {
            json = Json.read(() -> LENIENT.readTree(readBytes(file)));
        } catch (JacksonException e) {
            throw new IllegalArgumentException(file + ": this is not JSON: " + Json.reason(e), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
        FileVariables variables = new FileVariables(file, environment);
        try {
            return servers(json, variables::expand);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    private static byte[] readBytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new IllegalArgumentException("the file cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * The servers of an object with {@code mcpServers} or {@code servers}; those that are disabled
     * are left out.
     *
     * @param expand puts in the values of variables
     * @throws IllegalArgumentException saying what is wrong, and where
     */
    public static Map<String, Server> servers(JsonNode json, Function<String, String> expand) {
        JsonNode all = json.has("mcpServers") ? json.get("mcpServers") : json.path("servers");
        if (!all.isObject()) {
            throw new IllegalArgumentException(
                    "there should be an object mcpServers, or servers, of servers by name");
        }
        Map<String, Server> servers = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> one : all.properties()) {
            try {
                if (!one.getValue().path("disabled").asBoolean(false)) {
                    servers.put(one.getKey(), server(one.getValue(), expand));
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "the server '" + one.getKey() + "': " + e.getMessage(), e);
            }
        }
        return servers;
    }

    private static Server server(JsonNode json, Function<String, String> expand) {
        String type = json.path("type").asString(json.path("transport").asString(""));
        String url = text(json, expand, "url", "httpUrl", "serverUrl");
        String command = text(json, expand, "command");
        if ((url == null) == (command == null)) {
            throw new IllegalArgumentException("there should be either a command or a url");
        }
        return new Server(
                command,
                texts(json.path("args"), expand),
                members(json.path("env"), expand),
                text(json, expand, "cwd"),
                url,
                members(json.path("headers"), expand),
                type.equals("sse") && !json.has("httpUrl"));
    }

    private static @Nullable String text(
            JsonNode json, Function<String, String> expand, String... names) {
        for (String name : names) {
            JsonNode value = json.path(name);
            if (value.isString()) {
                return expand.apply(value.asString());
            }
            if (!value.isMissingNode() && !value.isNull()) {
                throw new IllegalArgumentException(name + " should be a text but is " + value);
            }
        }
        return null;
    }

    private static List<String> texts(JsonNode array, Function<String, String> expand) {
        List<String> texts = new ArrayList<>();
        array.forEach(item -> texts.add(expand.apply(item.asString(item.toString()))));
        return texts;
    }

    private static Map<String, String> members(JsonNode object, Function<String, String> expand) {
        Map<String, String> members = new LinkedHashMap<>();
        object.properties()
                .forEach(
                        member -> {
                            JsonNode value = member.getValue();
                            if (!value.isNull()) {
                                members.put(
                                        member.getKey(),
                                        expand.apply(value.asString(value.toString())));
                            }
                        });
        return members;
    }
}
