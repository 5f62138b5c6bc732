package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.ConfigReader;
import dev.alkdev.operations.config.ConfigValue;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The config file of a hub, whose text is YAML. For one use. */
final class HubFile {
    private static final String USUAL_NAME = "hub.yaml";

    private final ConfigValue root;
    private final McpServerEntries servers;
    private final @Nullable Path jars;
    private final Plugins plugins;

    private HubFile(ConfigValue root, Path folder, Function<String, @Nullable String> environment) {
        this.root = root;
        this.servers = new McpServerEntries(folder, environment);
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

    HubConfig config() {
        HubRules.checkClearText(root);
        return plugins.records().read(HubConfig.class, root, this::complete);
    }

    private void complete(Map<String, Object> values) {
        servers.addTo(values, root);
        new HubRules(root, values).check();
        if (jars != null) {
            values.put("plugins", jars);
        }
    }

    /**
     * As {@link #config}, and whether the providers of sources are there and take their options.
     */
    HubConfig configWithProviders() {
        HubConfig config = config();
        List<ConfigValue> places = root.get("sources").items();
        for (int i = 0; i < places.size(); i++) {
            if (config.sources().get(i) instanceof ProviderSourceConfig provided) {
                provided.tryOut(places.get(i), plugins.providers());
            }
        }
        root.throwIfRefused();
        return config;
    }
}
