package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.ConfigException;
import dev.alkdev.operations.config.ConfigProblem;
import dev.alkdev.operations.config.ConfigReader;
import dev.alkdev.operations.config.ConfigValue;
import dev.alkdev.operations.mcp.McpServerFile;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.node.JsonNodeFactory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** The config file of a hub, whose text is YAML. For one use. */
final class HubFile {
    private static final String USUAL_NAME = "hub.yaml";
    private static final Logger LOG = LoggerFactory.getLogger(HubFile.class);

    private final ConfigValue root;
    private final Path folder;
    private final Function<String, @Nullable String> environment;
    private final @Nullable Path jars;
    private final Plugins plugins;
    private final List<ConfigProblem> rejected = new ArrayList<>();
    private final List<ConfigProblem> warnings = new ArrayList<>();

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

    /** The config; remarks on it are logged. */
    HubConfig config() {
        HubConfig config = read(rules -> {});
        warnings.forEach(warning -> LOG.warn("{}", warning));
        return config;
    }

    /**
     * As {@link #config}, and whether the providers of sources are there and take their options.
     * Here, each server of another client's file has to be right.
     */
    HubCheck check() {
        HubConfig config = read(rules -> rules.tryProviders(plugins));
        if (!rejected.isEmpty()) {
            throw new ConfigException(rejected);
        }
        return new HubCheck(config, warnings);
    }

    private HubConfig read(Consumer<HubRules> more) {
        HubRules.checkClearText(root);
        return plugins.records.read(HubConfig.class, root, values -> complete(values, more));
    }

    private void complete(Map<String, Object> values, Consumer<HubRules> more) {
        addMcpServers(values);
        HubRules rules = new HubRules(root, values);
        rules.check();
        rules.checkOptions(plugins);
        more.accept(rules);
        if (jars != null) {
            values.put("plugins", jars);
        }
        warnings.addAll(root.warnings());
    }

    private void addMcpServers(Map<String, Object> values) {
        List<SourceConfig> sources =
                ((List<?>) values.getOrDefault("sources", List.of()))
                        .stream().map(SourceConfig.class::cast).toList();
        ImportedServers servers =
                new ImportedServers(root, folder, environment, plugins.records, sources);
        for (String key : McpServerFile.SERVERS) {
            Path file = servers.add(key);
            values.remove(key);
            if (file != null) {
                values.put(key, JsonNodeFactory.instance.stringNode(file.toString()));
            }
        }
        values.put("sources", servers.sources());
        rejected.addAll(servers.rejected());
        warnings.addAll(servers.warnings());
    }
}
