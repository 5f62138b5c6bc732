package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Kind;

/** Measurements for Prometheus. */
@Kind(value = "metrics", text = "measurements for Prometheus at `/metrics`")
public record MetricsGatewayConfig() implements GatewayConfig {

    @Override
    public HubGateway open(HubParts parts, WebMounts web) {
        Hub hub = parts.hub();
        SourceGauges sources = new SourceGauges(hub.meters(), parts::sources);
        DriftCounters drift = new DriftCounters(hub.meters(), parts.registry()::drifts);
        // Takes the measurements that are not taken by themselves.
        Runnable measured =
                () -> {
                    sources.update();
                    drift.update();
                };
        web.servlet(
                "/metrics",
                new MetricsServlet(hub.meters(), measured, parts.authenticator(), parts::read));
        return new HubGateway() {};
    }
}
