package dev.alkdev.operations.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.protocol.PeerImportOptions;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.TestRedis;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.Random;

/**
 * A participant that writes whatever it can think of, in a heap of 96 MiB that ends with the first
 * OutOfMemoryError. {@code -Dhostile.seconds=60 -Dhostile.seed=…} for a longer run, or the same
 * one.
 */
@Tag("small-heap")
@Timeout(300)
class HostileParticipantTest {
    private static final Logger LOG = LoggerFactory.getLogger(HostileParticipantTest.class);
    private static final Duration ATTACK =
            Duration.ofSeconds(Integer.getInteger("hostile.seconds", 20));
    private static final long SEED = Long.getLong("hostile.seed", System.nanoTime());
    private static final Duration EXPIRY = Duration.ofSeconds(2);
    private static final JsonNode INPUT = Json.parse("{\"text\": \"hello\"}");

    @Test
    void endsNobodyElse() {
        OperationRegistry serving = OperationRegistry.create();
        serving.register(OperationSpec.query("a.echo").build(), (input, context) -> input);
        OperationRegistry importing = OperationRegistry.create();
        try (TestRedis redis = TestRedis.startWith("maxmemory 1gb");
                Attacks attacks = new Attacks(redis.ownUrl().toString(), new Random(SEED));
                Peer worker = join(redis, serving);
                Peer front = join(redis, importing)) {
            front.keepImporting(PeerImportOptions.none());
            await().atMost(Duration.ofSeconds(30)).until(() -> responds(importing));
            LOG.info("The seed is {}", SEED);
            int responses = 0;
            long end = System.nanoTime() + ATTACK.toNanos();
            while (System.nanoTime() < end) {
                attacks.next();
                responses += responds(importing) ? 1 : 0;
            }
            attacks.remove();
            await().atMost(Duration.ofSeconds(60)).until(() -> responds(importing));
            LOG.info("{} attacks, {} responses meanwhile", attacks.count(), responses);
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () -> {
                                assertThat(worker.handler().activeCount()).isZero();
                                // The import subscribes to changes.
                                assertThat(front.requests().pendingCount()).isLessThanOrEqualTo(1);
                            });
        }
    }

    private static Peer join(TestRedis redis, OperationRegistry registry) {
        return Peer.over(
                RedisLink.to(redis.ownUrl().toString())
                        .prefix(Attacks.PREFIX)
                        .expiry(EXPIRY)
                        .grace(Duration.ofSeconds(1))
                        .build(),
                registry);
    }

    private static boolean responds(OperationRegistry registry) {
        try {
            return registry.execute(Call.builder().timeout(EXPIRY).to("a.echo", INPUT))
                    .data()
                    .equals(INPUT);
        } catch (CallException e) {
            LOG.debug("No response", e);
            return false;
        }
    }
}
