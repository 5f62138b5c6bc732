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
     */
    record Redis(URI url, String prefix, Sharing sharing, Waits waits) implements EngineConfig {

        /** The prefix {@code operations}, no trust, 5 s and 30 s. */
        public static Redis of(URI url) {
            return new Redis(
                    url,
                    "operations",
                    new Sharing(false, Offer.WITHOUT_TOKENS),
                    new Waits(Duration.ofSeconds(5), Duration.ofSeconds(30)));
        }

        @Override
        public String toString() {
            return "Redis[url="
                    + SafeText.of(url)
                    + ", prefix="
                    + prefix
                    + ", sharing="
                    + sharing
                    + ", waits="
                    + waits
                    + "]";
        }
    }

    /**
     * What a hub and the others let each other do.
     *
     * @param trustIdentities whether the identity in the others' requests is taken for true
     * @param offer whether the others may call this hub's operations
     */
    record Sharing(boolean trustIdentities, Offer offer) {

        /** Whether operations are offered by a hub that asks for tokens, or does not. */
        boolean offers(boolean asksForTokens) {
            return offer == Offer.ALWAYS || (offer == Offer.WITHOUT_TOKENS && !asksForTokens);
        }
    }

    /** When a hub offers its operations. */
    enum Offer {
        ALWAYS,
        NEVER,
        /** Unless the hub asks its own callers for tokens: the others may let in anybody. */
        WITHOUT_TOKENS
    }

    /**
     * How long to wait for whom.
     *
     * @param expiry how long a participant that is not heard of still counts
     * @param grace how long operations stay listed, as unavailable, when nobody offers them
     */
    record Waits(Duration expiry, Duration grace) {}
}
