package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Kind;

/** Measurements for Prometheus. */
@Kind(value = "metrics", text = "measurements for Prometheus at `/metrics`")
public record MetricsGatewayConfig() implements GatewayConfig {

    @Override
    public HubGateway open(HubParts parts, WebMounts web) {
        HubMeters meters = parts.hub().meters();
        SourceGauges sources = new SourceGauges(meters.registry(), parts::sources);
        DriftCounters drift = new DriftCounters(meters.registry(), parts.registry()::drifts);
        // Takes the measurements that are not taken by themselves.
        Runnable measured =
                () -> {
                    sources.update();
                    drift.update();
                };
        web.servlet(
                "/metrics",
                new MetricsServlet(meters, measured, parts.authenticator(), parts::read));
        return new HubGateway() {};
    }
}
