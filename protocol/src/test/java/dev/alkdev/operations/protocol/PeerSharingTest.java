package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationHandler;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schemas;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A hub with several spokes. */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class PeerSharingTest {
    private static final OperationSpec WORK = OperationSpec.query("spoke.work").build();

    private final OperationRegistry hub = OperationRegistry.create();
    private final List<Peer> open = new ArrayList<>();

    @AfterEach
    void closeAll() {
        open.forEach(Peer::close);
    }

    /** Links a registry to the hub; the hub's end of it. */
    private Peer spoke(OperationRegistry registry) {
        InProcessLink.Pair pair = InProcessLink.pair();
        open.add(Peer.over(pair.right(), registry));
        Peer atHub = Peer.over(pair.left(), hub);
        open.add(atHub);
        return atHub;
    }

    private static OperationRegistry offering(OperationSpec spec, OperationHandler handler) {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(spec, handler);
        return registry;
    }

    @Test
    void twoSpokesShareTheCallsOfTheSameOperation() throws Exception {
        AtomicInteger first = new AtomicInteger();
        AtomicInteger second = new AtomicInteger();
        CountDownLatch both = new CountDownLatch(2);
        spoke(offering(WORK, (input, context) -> meet(first, both))).importOperations();
        spoke(offering(WORK, (input, context) -> meet(second, both))).importOperations();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            // The handlers wait for each other: only if both get one of two calls does any end.
            Future<?> one = threads.submit(() -> hub.execute("spoke.work", Json.parse("1")));
            Future<?> two = threads.submit(() -> hub.execute("spoke.work", Json.parse("2")));
            one.get(10, TimeUnit.SECONDS);
            two.get(10, TimeUnit.SECONDS);
        }
        assertThat(first).hasValue(1);
        assertThat(second).hasValue(1);
    }

    private static String meet(AtomicInteger calls, CountDownLatch both)
            throws InterruptedException {
        calls.incrementAndGet();
        both.countDown();
        both.await();
        return "met";
    }

    @Test
    void callsGoOnWhenOneOfTwoSpokesLeaves() {
        Peer first = spoke(offering(WORK, (input, context) -> "first"));
        Peer second = spoke(offering(WORK, (input, context) -> "second"));
        first.importOperations();
        second.importOperations();
        first.close();
        for (int i = 0; i < 10; i++) {
            assertThat(hub.execute("spoke.work", Json.parse("1")).data())
                    .isEqualTo(Json.parse("\"second\""));
        }
        second.close();
        await().atMost(Duration.ofSeconds(5)).until(() -> hub.find("spoke.work").isEmpty());
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> hub.execute("spoke.work", Json.parse("1")))
                .satisfies(e -> assertThat(e.code()).isEqualTo("OPERATION_NOT_FOUND"));
    }

    @Test
    void aSpokeReachesAnotherThroughTheHub() {
        spoke(offering(WORK, (input, context) -> "worked")).importOperations();
        OperationRegistry caller = OperationRegistry.create();
        InProcessLink.Pair pair = InProcessLink.pair();
        open.add(Peer.over(pair.left(), hub));
        Peer toHub = Peer.over(pair.right(), caller);
        open.add(toHub);
        toHub.importOperations();
        JsonNode answer = caller.execute("spoke.work", Json.parse("1")).data();
        assertThat(answer).isEqualTo(Json.parse("\"worked\""));
    }

    @Test
    void whatAPeerBroughtIsNotOfferedBackToIt() {
        Peer atHub = spoke(offering(WORK, (input, context) -> "worked"));
        atHub.importOperations();
        Peer atSpoke = open.getFirst();
        assertThat(atSpoke.operations()).isEmpty();
    }

    @Test
    void ourOwnOperationIsNotReplacedByAPeers() {
        hub.register(WORK, (input, context) -> "own");
        Peer peer = spoke(offering(WORK, (input, context) -> "theirs"));
        peer.importOperations();
        assertThat(peer.importedIds()).isEmpty();
        assertThat(hub.execute("spoke.work", Json.parse("1")).data())
                .isEqualTo(Json.parse("\"own\""));
    }

    @Test
    void anOperationOfferedWithAnotherSpecIsNotShared() {
        OperationSpec other =
                OperationSpec.query("spoke.work").output(Schemas.string().build()).build();
        Peer first = spoke(offering(WORK, (input, context) -> "first"));
        Peer second = spoke(offering(other, (input, context) -> "second"));
        first.importOperations();
        second.importOperations();
        assertThat(second.importedIds()).isEmpty();
        first.close();
        await().atMost(Duration.ofSeconds(5)).until(() -> hub.find("spoke.work").isEmpty());
    }
}
