package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.ConfigReader;
import dev.alkdev.operations.config.ConfigValue;
import dev.alkdev.operations.mcp.McpServerFile;
import dev.alkdev.operations.mcp.McpSource;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** The config file of a hub, whose text is YAML. For one use. */
final class HubFile {
    private static final String USUAL_NAME = "hub.yaml";
    private static final List<String> MCP_SERVERS = List.of("mcpServers", "servers");

    private final ConfigValue root;
    private final Path folder;
    private final Function<String, @Nullable String> environment;
    private final @Nullable Path jars;
    private final Plugins plugins;

    private HubFile(ConfigValue root, Path folder, Function<String, @Nullable String> environment) {
        this.root = root;
        this.folder = folder;
        this.environment = environment;
        this.jars = Plugins.folder(root, folder, environment);
        this.plugins = Plugins.in(jars);
    }

    static HubFile read(Path file) {
        Function<String, @Nullable String> environment = System::getenv;
        ConfigValue root = new ConfigReader(USUAL_NAME, environment).read(file);
        return new HubFile(root, ConfigReader.folder(file), environment);
    }

    static HubFile parse(String text, Path folder, Function<String, @Nullable String> environment) {
        ConfigValue root = new ConfigReader(USUAL_NAME, environment).parse(text, folder);
        return new HubFile(root, folder.toAbsolutePath().normalize(), environment);
    }

    /** The plugins of a file, which need not exist. */
    static Plugins plugins(Path file) {
        HubFile read =
                Files.exists(file)
                        ? read(file)
                        : parse("", ConfigReader.folder(file), System::getenv);
        if (read.root.get("plugins").isRefused()) {
            read.root.throwIfRefused();
        }
        return read.plugins;
    }

    HubConfig config() {
        return config(rules -> {});
    }

    /**
     * As {@link #config}, and whether the providers of sources are there and take their options.
     */
    HubConfig configWithProviders() {
        return config(rules -> rules.tryProviders(plugins));
    }

    private HubConfig config(Consumer<HubRules> more) {
        HubRules.checkClearText(root);
        return plugins.records.read(HubConfig.class, root, values -> complete(values, more));
    }

    private void complete(Map<String, Object> values, Consumer<HubRules> more) {
        addMcpServers(values);
        HubRules rules = new HubRules(root, values);
        rules.check();
        more.accept(rules);
        if (jars != null) {
            values.put("plugins", jars);
        }
    }

    /**
     * Adds the MCP servers that a config names in the form of other clients: {@code mcpServers} or
     * {@code servers}, as an object or the name of a file. Each is a source.
     */
    private void addMcpServers(Map<String, Object> values) {
        List<SourceConfig> sources = new ArrayList<>();
        ((List<?>) values.getOrDefault("sources", List.of()))
                .forEach(source -> sources.add((SourceConfig) source));
        Set<String> names = new HashSet<>();
        sources.forEach(source -> names.addAll(List.of(source.name(), source.namespace())));
        for (String key : MCP_SERVERS) {
            values.remove(key);
            ConfigValue given = root.get(key);
            if (given.isPresent() && !given.isRefused()) {
                addMcpServers(given, sources, names);
            }
        }
        values.put("sources", sources);
    }

    private void addMcpServers(ConfigValue given, List<SourceConfig> sources, Set<String> names) {
        try {
            servers(given)
                    .forEach(
                            (name, server) -> {
                                String id = McpSource.namespaceOf(name);
                                if (!names.add(id)) {
                                    throw new IllegalArgumentException(
                                            "the server '%s' would be called %s, as another source is"
                                                    .formatted(name, id));
                                }
                                sources.add(McpSourceConfig.of(id, server, folder));
                            });
        } catch (IllegalArgumentException e) {
            given.refuse(String.valueOf(e.getMessage()));
        }
    }

    /** Values of the config itself are expanded already. */
    private Map<String, McpServerFile.Server> servers(ConfigValue given) {
        if (given.isObject()) {
            var whole = JsonNodeFactory.instance.objectNode();
            whole.set("mcpServers", given.node());
            return McpServerFile.servers(whole, text -> text);
        }
        return McpServerFile.read(given.file(), environment);
    }
}
