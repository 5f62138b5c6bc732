package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.ByKind;

/** A way in which a hub serves its operations. Immutable; threads may share it. */
@ByKind(value = "a kind of gateway", named = true)
public interface GatewayConfig {

    /**
     * Opens it.
     *
     * @param web where it puts what the hub's own HTTP server is to serve, if anything
     * @throws IllegalArgumentException saying why it cannot be opened
     */
    HubGateway open(HubParts parts, WebMounts web);
}
