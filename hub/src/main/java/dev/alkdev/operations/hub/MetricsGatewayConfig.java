package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Kind;
import dev.alkdev.operations.metrics.DriftCounters;
import dev.alkdev.operations.metrics.MetricsServlet;
import dev.alkdev.operations.metrics.SourceGauges;

import java.util.function.Supplier;

/** Measurements for Prometheus. */
@Kind(value = "metrics", text = "measurements for Prometheus at `/metrics`")
public record MetricsGatewayConfig() implements GatewayConfig {

    @Override
    public HubGateway open(HubParts parts, WebMounts web) {
        HubMeters meters = parts.hub.meters;
        SourceGauges sources = new SourceGauges(meters.registry, parts::sources);
        DriftCounters drift = new DriftCounters(meters.registry, parts.registry()::drifts);
        Supplier<String> measured =
                () -> {
                    sources.update();
                    drift.update();
                    return meters.withJvm().scrape();
                };
        web.servlet(
                "/metrics",
                new MetricsServlet(
                        parts.registry(),
                        parts.requestAuthenticator(),
                        parts::countRead,
                        measured));
        return new HubGateway() {};
    }
}
