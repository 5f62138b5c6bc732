package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.ConfigException;
import dev.alkdev.operations.config.ConfigProblem;

import java.nio.file.Path;
import java.util.List;

/**
 * The result of checking a config file without running a hub. Immutable; threads may share it.
 *
 * @param warnings remarks on keys that have no effect, or not the one they seem to have
 */
public record HubCheck(HubConfig config, List<ConfigProblem> warnings) {
    public HubCheck {
        warnings = List.copyOf(warnings);
    }

    /**
     * Checks a file, and whether the providers of its sources are on the class path and accept
     * their options. To find that out it creates the sources, without starting them.
     *
     * @throws ConfigException with everything that is wrong
     */
    public static HubCheck of(Path file) {
        return HubFile.read(file).check();
    }
}
