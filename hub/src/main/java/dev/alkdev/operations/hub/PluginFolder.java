package dev.alkdev.operations.hub;

import org.jspecify.annotations.Nullable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/** Finds the folder of a hub's own jars. */
final class PluginFolder {
    private static final String VARIABLE = "OPERATIONS_PLUGINS";

    private PluginFolder() {}

    /** The folder that the config or the environment names, else the usual one; null for none. */
    static @Nullable Path of(
            ConfigValue config, Path folder, Function<String, @Nullable String> environment) {
        ConfigValue given = config.get("plugins");
        String named = environment.apply(VARIABLE);
        Path jars;
        if (given.text().isPresent()) {
            jars = given.path();
        } else if (named != null && !named.isEmpty()) {
            jars = Path.of(named);
        } else {
            jars = folder.resolve("plugins");
            return Files.isDirectory(jars) ? jars : null;
        }
        if (jars != null && Files.isDirectory(jars)) {
            return jars;
        }
        if (given.isPresent()) {
            given.refuse("there is no folder " + given.shown());
        } else {
            config.refuse(VARIABLE + " should be a folder, but is none");
        }
        return null;
    }
}
