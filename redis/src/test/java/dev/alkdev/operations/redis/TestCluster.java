package dev.alkdev.operations.redis;

import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.testkit.TestRedis;

import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.MigrateArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A real Redis Cluster of three masters on this machine. */
final class TestCluster implements AutoCloseable {
    private static final int NODES = 3;

    private final List<TestRedis> servers = new ArrayList<>();
    private final RedisClient client = RedisClient.create();
    private final List<RedisCommands<String, String>> nodes = new ArrayList<>();

    private TestCluster() {
        for (int i = 0; i < NODES; i++) {
            TestRedis server =
                    TestRedis.startWith(
                            "cluster-enabled yes",
                            "cluster-config-file nodes.conf",
                            "cluster-node-timeout 5000",
                            "dir " + directory());
            servers.add(server);
            nodes.add(client.connect(uri(server)).sync());
        }
    }

    static TestCluster start() {
        TestCluster cluster = new TestCluster();
        cluster.form();
        return cluster;
    }

    private static String directory() {
        try {
            return Files.createTempDirectory(Path.of("target").toAbsolutePath(), "cluster")
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static io.lettuce.core.RedisURI uri(TestRedis server) {
        return io.lettuce.core.RedisURI.create(server.ownUrl());
    }

    private void form() {
        for (int i = 0; i < NODES; i++) {
            int node = i;
            nodes.get(i)
                    .clusterAddSlots(
                            IntStream.range(0, SlotHash.SLOT_COUNT)
                                    .filter(slot -> slot * NODES / SlotHash.SLOT_COUNT == node)
                                    .toArray());
            nodes.getFirst().clusterMeet("127.0.0.1", servers.get(i).port());
        }
        await().until(
                        () ->
                                nodes.stream()
                                        .map(RedisCommands::clusterInfo)
                                        .allMatch(
                                                info ->
                                                        info.contains("cluster_state:ok")
                                                                && info.contains(
                                                                        "cluster_known_nodes:"
                                                                                + NODES)));
    }

    /** A URL that names all nodes, with a user of its own. */
    String url(String user) {
        return "redis-cluster://" + user + ":" + user + "@" + hosts();
    }

    String url() {
        return "redis-cluster://" + hosts();
    }

    private String hosts() {
        return servers.stream()
                .map(server -> "127.0.0.1:" + server.port())
                .collect(Collectors.joining(","));
    }

    /** Creates a user, who can be cut off. */
    String addUser() {
        String user = "u" + UUID.randomUUID().toString().replace("-", "");
        AclSetuserArgs all =
                AclSetuserArgs.Builder.on().addPassword(user).allKeys().allChannels().allCommands();
        nodes.forEach(node -> node.aclSetuser(user, all));
        return user;
    }

    /** Ends the connections of a user, who cannot come back. */
    void cutOff(String user) {
        nodes.forEach(node -> node.aclDeluser(user));
    }

    /** The node with a key, by its number. */
    int ownerOf(String key) {
        return SlotHash.getSlot(key) * NODES / SlotHash.SLOT_COUNT;
    }

    RedisCommands<String, String> node(int number) {
        return nodes.get(number);
    }

    /**
     * Moves the slot of a key to another node, one key at a time.
     *
     * @param between runs after each key
     */
    void move(String key, int from, int to, Runnable between) {
        int slot = SlotHash.getSlot(key);
        RedisCommands<String, String> source = nodes.get(from);
        String target = nodes.get(to).clusterMyId();
        nodes.get(to).clusterSetSlotImporting(slot, source.clusterMyId());
        source.clusterSetSlotMigrating(slot, target);
        List<String> keys = source.clusterGetKeysInSlot(slot, 1);
        while (!keys.isEmpty()) {
            source.migrate(
                    "127.0.0.1", servers.get(to).port(), 0, 5_000, MigrateArgs.Builder.keys(keys));
            between.run();
            keys = source.clusterGetKeysInSlot(slot, 1);
        }
        nodes.get(to).clusterSetSlotNode(slot, target);
        source.clusterSetSlotNode(slot, target);
    }

    @Override
    public void close() {
        client.shutdown();
        servers.forEach(TestRedis::close);
    }
}
