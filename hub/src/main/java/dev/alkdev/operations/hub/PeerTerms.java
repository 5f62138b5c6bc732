package dev.alkdev.operations.hub;

import dev.alkdev.operations.protocol.HandlerOptions;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * On which terms a hub links itself to peers.
 *
 * @param answering how their requests are answered
 * @param open whether the hub asks nobody for a token
 * @param grace how long their operations stay while the link is down
 */
record PeerTerms(HandlerOptions answering, BooleanSupplier open, Duration grace) {

    /**
     * How the requests of a peer are answered. Who needs no token at the door needs none here;
     * otherwise the link would be a second door without one, unless the config opens it.
     */
    HandlerOptions answering(PeerSourceConfig config) {
        return offers(config) ? answering : answering.offeringNothing();
    }

    /** Whether a peer gets to see and call anything now; tokens that come change that. */
    boolean offers(PeerSourceConfig config) {
        Boolean offer = config.offer();
        boolean trusted = config.trust().calls() || config.trust().identities();
        return offer == null ? trusted || open.getAsBoolean() : offer;
    }
}
