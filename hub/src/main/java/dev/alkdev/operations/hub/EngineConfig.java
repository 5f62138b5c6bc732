package dev.alkdev.operations.hub;

import java.net.URI;
import java.time.Duration;

/** What carries calls between the machines of a group. Immutable; threads may share it. */
public sealed interface EngineConfig {

    /** Nothing: the hub is alone. */
    record InProcess() implements EngineConfig {}

    /**
     * A Redis that the hubs of a group share.
     *
     * @param prefix what its keys begin with
     * @param trustIdentities whether the identity in the others' requests is taken for true
     * @param expiry how long a participant that is not heard of still counts
     */
    record Redis(URI url, String prefix, boolean trustIdentities, Duration expiry)
            implements EngineConfig {

        /** The prefix {@code operations}, no trust, 5 s. */
        public static Redis of(URI url) {
            return new Redis(url, "operations", false, Duration.ofSeconds(5));
        }

        @Override
        public String toString() {
            return "Redis[url="
                    + SafeText.of(url)
                    + ", prefix="
                    + prefix
                    + ", trustIdentities="
                    + trustIdentities
                    + ", expiry="
                    + expiry
                    + "]";
        }
    }
}
