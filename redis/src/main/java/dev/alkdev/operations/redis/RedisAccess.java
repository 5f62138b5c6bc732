package dev.alkdev.operations.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The library's client with the threads it needs. */
final class RedisAccess implements AutoCloseable {
    private static final int THREADS = 2;

    private final RedisOptions settings;
    private final ClientResources resources;
    private final AbstractRedisClient client;

    /**
     * Starts the client.
     *
     * @throws IllegalArgumentException if it cannot read the certificates
     */
    RedisAccess(RedisOptions settings) {
        this.settings = settings;
        resources =
                DefaultClientResources.builder()
                        .ioThreadPoolSize(THREADS)
                        .computationThreadPoolSize(THREADS)
                        .build();
        try {
            client = settings.address().isCluster() ? cluster() : single();
        } catch (RuntimeException e) {
            close(resources);
            throw e;
        }
    }

    private RedisClient single() {
        RedisClient single = RedisClient.create(resources);
        single.setOptions(options(ClientOptions.builder()).build());
        return single;
    }

    private RedisClusterClient cluster() {
        RedisClusterClient cluster =
                RedisClusterClient.create(resources, settings.address().nodes());
        ClusterClientOptions.Builder options = ClusterClientOptions.builder();
        options(options);
        cluster.setOptions(
                options
                        // A slot may move to a node that we have not heard of.
                        .validateClusterNodeMembership(false)
                        .build());
        return cluster;
    }

    private ClientOptions.Builder options(ClientOptions.Builder options) {
        return options.sslOptions(ssl())
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
                                .build());
    }

    private SslOptions ssl() {
        return settings.certificates() == null
                ? SslOptions.create()
                : SslOptions.builder().trustManager(settings.certificates().toFile()).build();
    }

    /**
     * Finds out who has which part of a cluster now; one server knows that by itself.
     *
     * @throws RedisException if no node answers
     */
    void look() {
        if (client instanceof RedisClusterClient cluster) {
            cluster.refreshPartitions();
        }
    }

    /**
     * Connects to the server, to the master that the sentinels name now, or to the cluster.
     *
     * @throws RedisException if that is not possible
     */
    Connection connect(BoundedCodec codec) {
        return switch (client) {
            case RedisClusterClient cluster -> Connection.of(codec, connected(codec, cluster));
            case RedisClient single ->
                    Connection.of(
                            codec, single.connect(codec, settings.address().nodes().getFirst()));
            default -> throw new IllegalStateException("no such client: " + client);
        };
    }

    /**
     * Connects to all masters at once: the library refuses the first command to a node, or what is
     * redirected to it, while it has no connection. One that is away does no harm until it is
     * needed.
     */
    private StatefulRedisClusterConnection<String, byte[]> connected(
            BoundedCodec codec, RedisClusterClient cluster) {
        StatefulRedisClusterConnection<String, byte[]> connection = cluster.connect(codec);
        CompletableFuture<?>[] nodes =
                cluster.getPartitions().stream()
                        .filter(node -> node.is(NodeFlag.UPSTREAM))
                        .map(RedisClusterNode::getUri)
                        .map(uri -> connection.getConnectionAsync(uri.getHost(), uri.getPort()))
                        .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(nodes)
                .completeOnTimeout(null, settings.patience().toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(failure -> null)
                .join();
        return connection;
    }

    /** The message of the library is only that it cannot connect; why is in the cause. */
    static String reason(RedisException failure) {
        String message = String.valueOf(failure.getMessage());
        if (message.startsWith("MOVED")) {
            return "it is a node of a Redis Cluster; use redis-cluster:// instead of redis://";
        }
        Throwable cause = failure.getCause();
        return cause == null || message.contains(String.valueOf(cause.getMessage()))
                ? message
                : message + ": " + cause.getMessage();
    }

    @Override
    public void close() {
        client.shutdown(0, 2, TimeUnit.SECONDS);
        close(resources);
    }

    private static void close(ClientResources resources) {
        resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
