package dev.alkdev.operations.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.TestRedis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

@Timeout(60)
class ParticipantsTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final JsonNode NOTHING = Json.parse("{}");

    private final String prefix = "test-" + UUID.randomUUID();

    private Peer join(OperationRegistry registry) {
        return join(TestRedis.url().toString(), registry);
    }

    private Peer join(String url, OperationRegistry registry) {
        return Peer.over(
                RedisLink.to(url)
                        .prefix(prefix)
                        .expiry(Duration.ofSeconds(1))
                        .grace(Duration.ofSeconds(2))
                        .build(),
                registry);
    }

    /** A registry whose operations answer with a name. */
    private static OperationRegistry offering(String name, String... ids) {
        OperationRegistry registry = OperationRegistry.create();
        for (String id : ids) {
            registry.register(
                    OperationSpec.query(id).build(),
                    (input, context) -> JsonNodeFactory.instance.stringNode(name));
        }
        return registry;
    }

    private static String answer(Peer caller, String id) {
        return caller.call(id, NOTHING).data().asString();
    }

    private static List<String> ids(Peer caller) {
        return caller.operations().stream().map(OperationSpec::id).toList();
    }

    @Test
    void everybodySeesWhatAllOthersOffer() {
        try (Peer one = join(offering("one", "a.x", "a.y"));
                Peer two = join(offering("two", "a.y", "a.z"));
                Peer caller = join(OperationRegistry.create())) {
            assertThat(ids(caller)).containsExactly("a.x", "a.y", "a.z");
            assertThat(ids(one)).containsExactly("a.y", "a.z");
            assertThat(ids(two)).containsExactly("a.x", "a.y");
        }
    }

    @Test
    void aRequestReachesOnlyAWorkerThatOffersItsOperation() {
        try (Peer one = join(offering("one", "a.x", "a.y"));
                Peer two = join(offering("two", "a.y", "a.z"));
                Peer caller = join(OperationRegistry.create())) {
            Set<String> sharing = new HashSet<>();
            for (int i = 0; i < 20; i++) {
                assertThat(answer(caller, "a.x")).isEqualTo("one");
                assertThat(answer(caller, "a.z")).isEqualTo("two");
                sharing.add(answer(caller, "a.y"));
            }
            assertThat(sharing).isSubsetOf("one", "two");
            assertThat(answer(one, "a.z")).isEqualTo("two");
            assertThat(answer(two, "a.x")).isEqualTo("one");
        }
    }

    @Test
    void whatOnlyTheCallerItselfOffersIsNotThere() {
        try (Peer one = join(offering("one", "a.x"));
                Peer other = join(offering("other", "a.y"))) {
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> answer(one, "a.x"))
                    .satisfies(e -> assertThat(e.code()).isEqualTo("OPERATION_NOT_FOUND"));
            assertThat(other.isUp()).isTrue();
        }
    }

    @Test
    void whoeverIsAloneHearsThatNobodyIsThere() {
        try (Peer alone = join(offering("alone", "a.x"))) {
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> answer(alone, "a.x"))
                    .satisfies(e -> assertThat(e.code()).isEqualTo("UNAVAILABLE"))
                    .withMessage("no other participant is connected to offer a.x");
        }
    }

    @Test
    void callsGoOnWhileAnOfferingChanges() {
        OperationRegistry changing = offering("worker", "a.x");
        try (Peer worker = join(changing);
                Peer caller = join(OperationRegistry.create())) {
            for (int i = 0; i < 20; i++) {
                String id = "a.n" + i;
                changing.register(
                        OperationSpec.query(id).build(),
                        (input, context) -> JsonNodeFactory.instance.stringNode(id));
                assertThat(answer(caller, "a.x")).isEqualTo("worker");
                assertThat(answer(caller, id)).isEqualTo(id);
            }
            assertThat(worker.isUp()).isTrue();
            await().atMost(SOON).until(() -> ids(caller).size() == 21);
        }
    }

    @Test
    void whatAParticipantOfferedThatIsCutOffIsUnavailableForAWhileAndThenForgotten() {
        try (Wire wire = new Wire(TestRedis.url());
                Peer cutOff = join(wire.url(), offering("cut off", "a.x"));
                Peer bystander = join(offering("bystander", "a.y"));
                Peer caller = join(OperationRegistry.create())) {
            assertThat(answer(caller, "a.x")).isEqualTo("cut off");
            wire.close();
            await().atMost(SOON)
                    .untilAsserted(
                            () ->
                                    assertThatExceptionOfType(CallException.class)
                                            .isThrownBy(() -> answer(caller, "a.x"))
                                            .satisfies(
                                                    e ->
                                                            assertThat(e.code())
                                                                    .isEqualTo("UNAVAILABLE"))
                                            .withMessage("no worker that offers a.x is left"));
            assertThat(ids(caller)).containsExactly("a.x", "a.y");
            await().atMost(SOON).until(() -> ids(caller).equals(List.of("a.y")));
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> answer(caller, "a.x"))
                    .satisfies(e -> assertThat(e.code()).isEqualTo("OPERATION_NOT_FOUND"));
            assertThat(cutOff.isUp()).isFalse();
            assertThat(bystander.isUp()).isTrue();
        }
    }

    @Test
    void whatIsNoLongerOfferedByOneWhoStaysIsGoneAtOnce() {
        OperationRegistry changing = offering("worker", "a.x", "a.y");
        try (Peer worker = join(changing);
                Peer caller = join(OperationRegistry.create())) {
            assertThat(ids(caller)).containsExactly("a.x", "a.y");
            changing.remove("a.x");
            await().atMost(Duration.ofSeconds(1)).until(() -> ids(caller).equals(List.of("a.y")));
            assertThat(worker.isUp()).isTrue();
        }
    }

    @Test
    void whoeverStopsOfferingIsNotAskedAnyMore() {
        RedisLink link = RedisLink.to(TestRedis.url().toString()).prefix(prefix).build();
        try (Peer one = Peer.over(link, offering("one", "a.x"));
                Peer two = join(offering("two", "a.x", "a.y"));
                Peer caller = join(OperationRegistry.create())) {
            link.offer(false);
            for (int i = 0; i < 20; i++) {
                assertThat(answer(caller, "a.x")).isEqualTo("two");
            }
            assertThat(answer(one, "a.y")).isEqualTo("two");
            assertThat(two.isUp()).isTrue();
            link.offer(true);
            await().atMost(SOON).until(() -> answer(caller, "a.x").equals("one"));
        }
    }

    @Test
    void whatMayNotBeUsedIsNamed() {
        OperationRegistry scoped = offering("worker", "a.x");
        scoped.register(
                OperationSpec.query("a.secret").requires("secret:read").build(),
                (input, context) -> input);
        RedisLink link = RedisLink.to(TestRedis.url().toString()).prefix(prefix).build();
        try (Peer worker = join(scoped);
                Peer caller = Peer.over(link, OperationRegistry.create())) {
            assertThat(ids(caller)).containsExactly("a.x");
            assertThat(link.hidden()).containsExactly("a.secret");
            assertThat(worker.isUp()).isTrue();
        }
    }

    @Test
    void theCallsOfACallerThatIsCutOffAreEnded() throws InterruptedException {
        Semaphore begun = new Semaphore(0);
        Semaphore interrupted = new Semaphore(0);
        OperationRegistry waiting = OperationRegistry.create();
        waiting.register(
                OperationSpec.mutation("a.wait").build(),
                (input, context) -> {
                    begun.release();
                    try {
                        new Semaphore(0).acquire();
                        return null;
                    } catch (InterruptedException e) {
                        interrupted.release();
                        throw e;
                    }
                });
        try (Peer worker = join(waiting);
                Wire wire = new Wire(TestRedis.url());
                Peer caller = join(wire.url(), OperationRegistry.create())) {
            Thread.startVirtualThread(
                    () ->
                            assertThatExceptionOfType(CallException.class)
                                    .isThrownBy(() -> caller.call("a.wait", NOTHING)));
            assertThat(begun.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
            wire.close();
            assertThat(interrupted.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
            await().atMost(SOON).until(() -> worker.handler().activeCount() == 0);
        }
    }

    @Test
    void nothingStaysInRedisWhenAllHaveLeft() {
        try (RedisClient client = RedisClient.create(TestRedis.url().toString())) {
            RedisCommands<String, String> redis = client.connect().sync();
            try (Peer worker = join(offering("worker", "a.x"));
                    Peer caller = join(OperationRegistry.create())) {
                assertThat(answer(caller, "a.x")).isEqualTo("worker");
                assertThat(worker.isUp()).isTrue();
                assertThat(redis.keys("{" + prefix + "}:*"))
                        .isNotEmpty()
                        .allMatch(key -> redis.pttl(key) > 0);
            }
            assertThat(redis.keys("{" + prefix + "}:*")).allMatch(key -> redis.pttl(key) > 0);
            assertThat(redis.zcard("{" + prefix + "}:members")).isZero();
        }
    }
}
