package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.ConfigValue;
import dev.alkdev.operations.mcp.McpServerFile;
import dev.alkdev.operations.mcp.McpSource;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The MCP servers that a config names in the form of other clients: {@code mcpServers} or {@code
 * servers}, as an object or the name of a file. Each is a source.
 */
record McpServerEntries(Path folder, Function<String, @Nullable String> environment) {
    private static final List<String> KEYS = List.of("mcpServers", "servers");

    /** Adds the servers of a config to its sources, in the values that it is made of. */
    void addTo(Map<String, Object> values, ConfigValue root) {
        List<SourceConfig> sources = new ArrayList<>();
        ((List<?>) values.getOrDefault("sources", List.of()))
                .forEach(source -> sources.add((SourceConfig) source));
        Set<String> names = new HashSet<>();
        sources.forEach(source -> names.add(source.name()));
        sources.forEach(source -> names.add(source.namespace()));
        for (String key : KEYS) {
            values.remove(key);
            ConfigValue given = root.get(key);
            if (given.isPresent() && !given.isRefused()) {
                add(given, sources, names);
            }
        }
        values.put("sources", sources);
    }

    private void add(ConfigValue given, List<SourceConfig> sources, Set<String> names) {
        try {
            servers(given)
                    .forEach(
                            (name, server) -> {
                                String id = McpSource.namespaceOf(name);
                                if (!names.add(id)) {
                                    throw new IllegalArgumentException(
                                            "the server '"
                                                    + name
                                                    + "' would be called "
                                                    + id
                                                    + ", as another source is");
                                }
                                sources.add(McpSourceConfig.of(id, server, folder));
                            });
        } catch (IllegalArgumentException e) {
            given.refuse(String.valueOf(e.getMessage()));
        }
    }

    /** What stands in the config itself is expanded already. */
    private Map<String, McpServerFile.Server> servers(ConfigValue given) {
        if (given.isObject()) {
            var whole = JsonNodeFactory.instance.objectNode();
            whole.set("mcpServers", given.node());
            return McpServerFile.servers(whole, text -> text);
        }
        if (given.path() == null) {
            throw new IllegalArgumentException("this should be the path of a file");
        }
        return McpServerFile.read(given.file(), environment);
    }
}
