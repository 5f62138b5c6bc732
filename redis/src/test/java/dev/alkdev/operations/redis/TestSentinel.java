package dev.alkdev.operations.redis;

import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.testkit.FreePorts;
import dev.alkdev.operations.testkit.TestRedis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.sentinel.api.sync.RedisSentinelCommands;

import redis.embedded.RedisSentinel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.time.Duration;

/** A real master with one replica and one sentinel on this machine. */
final class TestSentinel implements AutoCloseable {
    private static final String NAME = "shop";

    private final TestRedis master = TestRedis.start();
    private final TestRedis replica = TestRedis.startWith("replicaof 127.0.0.1 " + master.port());
    private final int port = FreePorts.next();
    private final RedisSentinel sentinel =
            RedisSentinel.newRedisSentinel()
                    .bind("127.0.0.1")
                    .port(port)
                    .masterName(NAME)
                    .masterPort(master.port())
                    .quorumSize(1)
                    .downAfterMilliseconds(1_000)
                    .failOverTimeout(5_000)
                    .build();
    private final RedisClient client = RedisClient.create();

    private TestSentinel() throws IOException {
        sentinel.start();
    }

    static TestSentinel start() {
        try {
            TestSentinel started = new TestSentinel();
            started.awaitReplica();
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReplica() {
        RedisSentinelCommands<String, String> commands = commands();
        // Without a replica that is in step, there is nobody to take over.
        await().atMost(Duration.ofSeconds(30))
                .until(
                        () ->
                                commands.replicas(NAME).stream()
                                        .anyMatch(
                                                one -> "ok".equals(one.get("master-link-status"))));
    }

    private RedisSentinelCommands<String, String> commands() {
        return client.connectSentinel(RedisURI.create("127.0.0.1", port)).sync();
    }

    String url() {
        return "redis-sentinel://127.0.0.1:" + port + "#" + NAME;
    }

    SocketAddress masterAddress() {
        return commands().getMasterAddrByName(NAME);
    }

    void stopMaster() {
        master.stop();
    }

    @Override
    public void close() {
        try {
            client.shutdown();
            sentinel.stop();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            master.close();
            replica.close();
        }
    }
}
