package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Kind;
import dev.alkdev.operations.http.CorsOptions;
import dev.alkdev.operations.http.LimitOptions;
import dev.alkdev.operations.http.RestGateway;

/** REST, server-sent events, health and the OpenAPI document. */
@Kind(value = "rest", text = "REST and server-sent events")
public record RestGatewayConfig() implements GatewayConfig {

    @Override
    public HubGateway open(HubParts parts, WebMounts web) {
        HubConfig config = parts.config();
        RestGateway.Builder builder =
                RestGateway.over(parts.registry())
                        .authenticator(parts.browserAuthenticator())
                        .limits(limits(parts))
                        .clientWatch(web.watch())
                        .info(config.title(), "1")
                        .sources(parts::sources)
                        .readiness(parts::readiness)
                        .search(parts.search())
                        .onRead(parts::countRead);
        if (!config.cors().isOff()) {
            builder.cors(CorsOptions.of(config.cors().origins().toArray(String[]::new)));
        }
        web.servlet("/*", builder.build().servlet());
        return new HubGateway() {};
    }

    /** What a reload changes is asked for each time. */
    static LimitOptions limits(HubParts parts) {
        LimitConfig limits = parts.config().limits();
        return LimitOptions.defaults()
                .withMaxBodyBytes(Math.toIntExact(limits.bodyBytes()))
                .withBatch(limits.batch(), () -> batchConcurrency(parts.config().limits()))
                .withTimeouts(limits.timeouts().standard(), limits.timeouts().max())
                // The registry's door bounds them, over links as well.
                .withMaxStreamsPerCaller(Integer.MAX_VALUE);
    }

    /** The calls of a batch wait for each other rather than be too many for their caller. */
    private static int batchConcurrency(LimitConfig limits) {
        return Math.min(Math.min(16, limits.batch()), limits.concurrency());
    }
}
