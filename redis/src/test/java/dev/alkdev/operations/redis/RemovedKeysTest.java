package dev.alkdev.operations.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.LinkListener;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.TestRedis;

import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.protocol.CommandType;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;

/** Somebody else deletes, evicts or overwrites keys, or forbids commands. */
@Timeout(120)
class RemovedKeysTest {
    private static final Duration LATER = Duration.ofSeconds(60);

    private final String url = TestRedis.url().toString();
    private final String prefix = "test-" + UUID.randomUUID();
    private final RedisClient client = RedisClient.create(url);
    private final RedisCommands<String, String> redis = client.connect().sync();

    @AfterEach
    void disconnect() {
        client.shutdown();
    }

    private static OperationRegistry serving() {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(OperationSpec.query("a.echo").build(), (input, context) -> input);
        registry.register(
                OperationSpec.subscription("a.watch").build(),
                (input, context, emitter) -> {
                    emitter.emit("first");
                    new CountDownLatch(1).await();
                });
        return registry;
    }

    private Peer join(OperationRegistry registry) {
        return Peer.over(link(url), registry);
    }

    private RedisLink link(String url) {
        return RedisLink.to(url).prefix(prefix).expiry(Duration.ofSeconds(1)).build();
    }

    private void delete(String name) {
        for (String key : redis.keys("{" + prefix + "}:" + name)) {
            redis.del(key);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"offering:*", "offers", "version", "members", "news"})
    void whatAWorkerOffersIsAnnouncedAgain(String removed) {
        try (Peer worker = join(serving());
                Peer caller = join(OperationRegistry.create())) {
            assertThat(caller.operations()).hasSize(2);

            delete(removed);

            await().atMost(LATER)
                    .ignoreExceptionsInstanceOf(CallException.class)
                    .untilAsserted(
                            () -> {
                                try (Peer late = join(OperationRegistry.create())) {
                                    assertThat(late.operations()).hasSize(2);
                                    assertThat(late.call("a.echo", Json.parse("1")).data())
                                            .isEqualTo(Json.parse("1"));
                                }
                            });
            await().atMost(LATER).until(() -> worker.isUp() && caller.isUp());
        }
    }

    @Test
    void aStreamFailsThoughNothingInRedisTellsWhoHadIt() {
        try (Peer worker = join(serving());
                Peer caller = join(OperationRegistry.create());
                Subscription<JsonNode> watched = caller.subscribe("a.watch", Json.parse("{}"))) {
            assertThat(watched.next().data()).isEqualTo(Json.parse("\"first\""));

            delete("requests:*");

            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(watched::next)
                    .satisfies(e -> assertThat(e.code()).isEqualTo("UNAVAILABLE"))
                    .withMessage("the worker was lost while it ran a.watch");
            await().atMost(LATER).until(worker::isUp);
        }
    }

    @Test
    void aVersionThatIsNoNumberIsNamedAndHealsWhenItIsGone() {
        try (Peer worker = join(serving());
                Peer caller = join(OperationRegistry.create())) {
            redis.set("{" + prefix + "}:version", "rubbish");
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(caller::operations)
                    .satisfies(e -> assertThat(e.code()).isEqualTo("UNAVAILABLE"));

            delete("version");

            await().atMost(LATER)
                    .ignoreExceptionsInstanceOf(CallException.class)
                    .until(() -> worker.isUp() && caller.operations().size() == 2);
        }
    }

    @Test
    void whoMayJoinButNotWorkJoinsMoreAndMoreSeldom() throws InterruptedException {
        String user = "u" + UUID.randomUUID().toString().replace("-", "");
        redis.aclSetuser(
                user,
                AclSetuserArgs.Builder.on()
                        .addPassword(user)
                        .allKeys()
                        .allChannels()
                        .allCommands()
                        .removeCommand(CommandType.XREAD));
        CountDownLatch losses = new CountDownLatch(7);
        long start = System.nanoTime();
        try (RedisLink link = link(url.replace("redis://", "redis://" + user + ":" + user + "@"))) {
            link.open(new Losses(losses));
            losses.await();
        }
        // After the second loss it waits for at least 50 ms, then for twice as long each time.
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isGreaterThan(Duration.ofMillis(1_500));
    }

    private record Losses(CountDownLatch count) implements LinkListener {
        @Override
        public void up() {}

        @Override
        public void received(CallEvent event) {}

        @Override
        public void down(String reason) {
            assertThat(reason).contains("NOPERM");
            count.countDown();
        }
    }
}
