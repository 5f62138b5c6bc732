package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.ConfigRecords;

import java.util.List;

/** The kinds of sources, gateways, engines, tokens and credentials that every hub has. */
final class StandardKinds {
    static final List<Class<? extends Record>> KINDS =
            List.of(
                    OpenApiSourceConfig.class,
                    McpSourceConfig.class,
                    PeerSourceConfig.class,
                    ProviderSourceConfig.class,
                    ScanSourceConfig.class,
                    RestGatewayConfig.class,
                    LinkGatewayConfig.class,
                    MetricsGatewayConfig.class,
                    McpGatewayConfig.class,
                    EngineConfig.InProcess.class,
                    RedisEngineConfig.class,
                    HashedTokenConfig.class,
                    FixedAuthConfig.class);

    /** With these and no others. */
    static final ConfigRecords RECORDS = new ConfigRecords(KINDS);

    private StandardKinds() {}
}
