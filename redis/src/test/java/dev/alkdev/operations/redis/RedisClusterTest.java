package dev.alkdev.operations.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LinkContract;
import dev.alkdev.operations.testkit.LinkedPeers;

import io.lettuce.core.api.sync.RedisCommands;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** A link over a Redis Cluster of three masters. */
@Timeout(60)
class RedisClusterTest implements LinkContract {
    private static TestCluster cluster;

    @BeforeAll
    static void startCluster() {
        cluster = TestCluster.start();
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    @Override
    public LinkedPeers connect(
            OperationRegistry leftRegistry,
            OperationRegistry rightRegistry,
            Caller left,
            boolean trusted) {
        String prefix = "test-" + UUID.randomUUID();
        String user = cluster.addUser();
        RedisLink.Builder leftLink =
                RedisLink.to(cluster.url(user)).prefix(prefix).peer(Caller.trusted()).self(left);
        RedisLink.Builder rightLink =
                RedisLink.to(cluster.url(user)).prefix(prefix).peer(left).self(Caller.trusted());
        // What is gone is gone at once, as over other links; by default it stays listed for 30 s.
        leftLink.grace(Duration.ZERO);
        rightLink.grace(Duration.ZERO);
        if (trusted) {
            leftLink.trustingIdentities();
            rightLink.trustingIdentities();
        }
        return new ClusterPeers(
                prefix,
                user,
                Peer.over(leftLink.build(), leftRegistry),
                Peer.over(rightLink.build(), rightRegistry));
    }

    private record ClusterPeers(String prefix, String user, Peer left, Peer right)
            implements LinkedPeers {
        @Override
        public void cut() {
            cluster.cutOff(user);
        }

        @Override
        public boolean sendText(String text) {
            RedisCommands<String, String> node = cluster.node(cluster.ownerOf("{" + prefix + "}"));
            for (String inbox : node.keys("{" + prefix + "}:inbox:*")) {
                node.xadd(inbox, Map.of("0", text));
            }
            for (String requests : node.keys("{" + prefix + "}:requests:*")) {
                node.xadd(requests, Map.of("caller", "x", "request", "x", "event", text));
            }
            return true;
        }

        @Override
        public void close() {
            left.close();
            right.close();
        }
    }

    @Test
    void callsGoOnWhileTheirSlotMovesAndEachIsRunOnce() {
        String prefix = "test-" + UUID.randomUUID();
        AtomicInteger runs = new AtomicInteger();
        OperationRegistry registry = OperationRegistry.create();
        registry.register(
                OperationSpec.mutation("a.count").build(),
                (input, context) -> Json.parse(String.valueOf(runs.incrementAndGet())));
        try (Peer worker = join(prefix, registry);
                Peer caller = join(prefix, OperationRegistry.create())) {
            int owner = cluster.ownerOf("{" + prefix + "}");
            int other = (owner + 1) % 3;
            int answered = call(caller, 0);
            AtomicInteger calls = new AtomicInteger(answered);

            cluster.move(
                    "{" + prefix + "}", owner, other, () -> call(caller, calls.getAndIncrement()));
            assertThat(calls.get()).isGreaterThan(5);
            assertThat(cluster.node(owner).keys("{" + prefix + "}*")).isEmpty();
            for (int i = 0; i < 20; i++) {
                call(caller, calls.getAndIncrement());
            }
            // Who joins now finds the slot where it is.
            try (Peer late = join(prefix, OperationRegistry.create())) {
                call(late, calls.getAndIncrement());
            }
            // And back, with nobody calling meanwhile.
            cluster.move("{" + prefix + "}", other, owner, () -> {});
            await().atMost(Duration.ofSeconds(10))
                    .ignoreExceptionsInstanceOf(CallException.class)
                    .until(() -> worker.isUp() && caller.operations().size() == 1);
            call(caller, calls.getAndIncrement());
            assertThat(runs.get()).isEqualTo(calls.get());
        }
    }

    private static int call(Peer caller, int callsBefore) {
        assertThat(caller.call("a.count", Json.parse("{}")).data().intValue())
                .isEqualTo(callsBefore + 1);
        return callsBefore + 1;
    }

    private static Peer join(String prefix, OperationRegistry registry) {
        return Peer.over(RedisLink.to(cluster.url()).prefix(prefix).build(), registry);
    }

    @Test
    void theUrlOfAClusterIsChecked() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> RedisLink.to("redis-cluster://"))
                .withMessage(
                        "the URL of a cluster should be as in"
                                + " redis-cluster://user:password@host:6379,other:6379");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> RedisLink.to("redis-cluster://user:secret@host:6379/3"))
                .withMessage("a Redis Cluster has no databases, but the URL names 3");
        assertThat(
                        RedisLink.to("rediss-cluster://user:p%40ss@one:1,two:2")
                                .prefix("shop")
                                .build()
                                .name())
                .isEqualTo("redis one:1,two:2 shop");
    }
}
