package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.ConfigException;
import dev.alkdev.operations.config.ConfigProblem;
import dev.alkdev.operations.config.ConfigRecords;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;

/** What a running hub takes over from a new config; the rest needs a restart. */
record RunningConfig(HubConfig before, HubConfig changed) {
    private static final Logger LOG = LoggerFactory.getLogger(Hub.class);

    /**
     * The new config, with what cannot change as it was.
     *
     * @param file where the new config comes from
     * @param isFile whether that is a file, which may be empty by accident
     * @throws ConfigException if the hub cannot go on with it, which is logged
     */
    HubConfig next(String file, boolean isFile) {
        // A file that is being written, or did not fit on its disk, has no more than its address.
        if (isFile && isEmpty(changed) && !isEmpty(before)) {
            boolean nothing = changed.equals(HubConfig.defaults());
            throw refused(
                    file,
                    (nothing ? "the file is empty" : "the file has nothing but listen")
                            + "; if that is intended, restart the hub");
        }
        if (before.isAuthenticated() && !changed.isAuthenticated()) {
            throw refused(
                    file,
                    "no tokens or issuers are left, which would disable authentication; if that is"
                            + " intended, restart the hub");
        }
        try {
            return ConfigRecords.withoutRestart(before, changed);
        } catch (IllegalArgumentException e) {
            // Open now, while the address it still listens on was meant for those with tokens.
            throw refused(file, String.valueOf(e.getMessage()));
        }
    }

    private static boolean isEmpty(HubConfig config) {
        HubConfig defaults = HubConfig.defaults();
        return config.sources().isEmpty()
                && config.tokens().isEmpty()
                && config.withListen(defaults.listen()).equals(defaults);
    }

    private static ConfigException refused(String file, String reason) {
        ConfigProblem problem = new ConfigProblem(file, 1, 1, "", reason);
        LOG.warn("Config reload rejected, the old config stays in effect: {}", problem);
        return new ConfigException(List.of(problem));
    }
}
