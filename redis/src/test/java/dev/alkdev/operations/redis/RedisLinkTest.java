package dev.alkdev.operations.redis;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.testkit.LinkContract;
import dev.alkdev.operations.testkit.LinkedPeers;
import dev.alkdev.operations.testkit.TestRedis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;

import org.junit.jupiter.api.BeforeAll;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;

class RedisLinkTest implements LinkContract {

    @BeforeAll
    static void startRedis() {
        TestRedis.url();
    }

    /** What is gone is gone at once, as over other links; by default it stays listed for 30 s. */
    Duration grace() {
        return Duration.ZERO;
    }

    @Override
    public LinkedPeers connect(
            OperationRegistry leftRegistry,
            OperationRegistry rightRegistry,
            Caller left,
            boolean trusted) {
        String prefix = "test-" + UUID.randomUUID();
        Wire wire = new Wire(TestRedis.url());
        RedisLink.Builder leftLink =
                RedisLink.to(wire.url()).prefix(prefix).peer(Caller.trusted()).self(left);
        RedisLink.Builder rightLink =
                RedisLink.to(wire.url()).prefix(prefix).peer(left).self(Caller.trusted());
        leftLink.grace(grace());
        rightLink.grace(grace());
        if (trusted) {
            leftLink.trustingIdentities();
            rightLink.trustingIdentities();
        }
        return new RedisPeers(
                prefix,
                wire,
                Peer.over(leftLink.build(), leftRegistry),
                Peer.over(rightLink.build(), rightRegistry));
    }

    private record RedisPeers(String prefix, Wire wire, Peer left, Peer right)
            implements LinkedPeers {
        @Override
        public void cut() {
            wire.close();
        }

        @Override
        public boolean sendText(String text) {
            try (RedisClient client = RedisClient.create(TestRedis.url().toString())) {
                RedisCommands<String, String> redis = client.connect().sync();
                for (String inbox : redis.keys("{" + prefix + "}:inbox:*")) {
                    redis.xadd(inbox, Map.of("0", text));
                }
                for (String requests : redis.keys("{" + prefix + "}:requests:*")) {
                    redis.xadd(requests, Map.of("caller", "x", "request", "x", "event", text));
                }
            }
            return true;
        }

        @Override
        public void close() {
            left.close();
            right.close();
            wire.close();
        }
    }
}
