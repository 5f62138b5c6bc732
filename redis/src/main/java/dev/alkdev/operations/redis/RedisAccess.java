package dev.alkdev.operations.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;

import java.util.concurrent.TimeUnit;

/** The library's client with the threads it needs. */
final class RedisAccess implements AutoCloseable {
    private static final int THREADS = 2;

    private final ClientResources resources;
    private final RedisClient client;

    RedisAccess(Settings settings) {
        resources =
                DefaultClientResources.builder()
                        .ioThreadPoolSize(THREADS)
                        .computationThreadPoolSize(THREADS)
                        .build();
        client = RedisClient.create(resources, settings.uri());
        client.setOptions(
                ClientOptions.builder()
                        .sslOptions(ssl(settings))
                        // A command that is sent again after a loss might be done twice.
                        .autoReconnect(false)
                        .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                        // We wait with a time limit of our own; a timer per command costs much.
                        .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
                        .maintNotificationsConfig(MaintNotificationsConfig.disabled())
                        .socketOptions(
                                SocketOptions.builder()
                                        .connectTimeout(settings.patience())
                                        .keepAlive(true)
                                        .build())
                        .build());
    }

    private static SslOptions ssl(Settings settings) {
        return settings.certificates() == null
                ? SslOptions.create()
                : SslOptions.builder().trustManager(settings.certificates().toFile()).build();
    }

    RedisClient client() {
        return client;
    }

    @Override
    public void close() {
        client.shutdown(0, 2, TimeUnit.SECONDS);
        resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
