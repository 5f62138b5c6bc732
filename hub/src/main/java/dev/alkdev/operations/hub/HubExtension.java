package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Kind;

import java.util.List;

/**
 * Adds kinds of sources, gateways, engines and tokens to a hub. Found with {@link
 * java.util.ServiceLoader}.
 *
 * <pre>{@code
 * @Kind(value = "grpc", text = "the services of a gRPC server")
 * public record GrpcSourceConfig(
 *         @Key("What the source is called.") String name,
 *         @Flat SourceRulesConfig rules,
 *         @Key("The server.") @Form(example = "127.0.0.1:50051") String server)
 *         implements SourceConfig {
 *     public HubSource open(HubParts parts) {
 *         return parts.source(this, () -> new GrpcSource(namespace(), server));
 *     }
 * }
 * }</pre>
 */
public interface HubExtension {
    /**
     * Records with {@link Kind} that implement {@link SourceConfig}, {@link GatewayConfig}, {@link
     * EngineConfig}, {@link TokenConfig} or {@link AuthConfig}.
     */
    List<Class<? extends Record>> kinds();
}
