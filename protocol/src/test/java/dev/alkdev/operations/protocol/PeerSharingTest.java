package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationHandler;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schemas;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A hub with several spokes. */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class PeerSharingTest {
    private static final OperationSpec WORK = OperationSpec.query("spoke.work").build();

    private static final Duration SOON = Duration.ofSeconds(10);

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
    void callsOneAfterTheOtherGoToSpokesInTurns() {
        AtomicInteger first = new AtomicInteger();
        AtomicInteger second = new AtomicInteger();
        spoke(offering(WORK, (input, context) -> first.incrementAndGet())).importOperations();
        spoke(offering(WORK, (input, context) -> second.incrementAndGet())).importOperations();
        for (int i = 0; i < 10; i++) {
            hub.execute("spoke.work", Json.parse("1"));
        }
        assertThat(first).hasValue(5);
        assertThat(second).hasValue(5);
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
    void ourOwnOperationTakesThePlaceOfAPeersUntilItGoes() {
        Peer peer = spoke(offering(WORK, (input, context) -> "theirs"));
        peer.importOperations();
        assertThat(peer.importedIds()).containsExactly("spoke.work");

        hub.register(WORK, (input, context) -> "own");

        assertThat(hub.execute("spoke.work", Json.parse("1")).data())
                .isEqualTo(Json.parse("\"own\""));
        assertThat(peer.importedIds()).isEmpty();
        assertThat(peer.provides("spoke.work")).isFalse();
        hub.remove("spoke.work");
        assertWorkedBecomes("theirs");
        assertThat(peer.importedIds()).containsExactly("spoke.work");
    }

    @Test
    void ourOwnOperationStaysWhenAPeerLeavesThatOfferedItBefore() {
        Peer peer = spoke(offering(WORK, (input, context) -> "theirs"));
        peer.importOperations();
        hub.register(WORK, (input, context) -> "own");

        peer.close();

        assertWorkedBecomes("own");
    }

    @Test
    void whoAsksWhatIsImportedDoesNotWaitForAnImport() {
        Peer peer = spoke(offering(WORK, (input, context) -> "worked"));
        List<Optional<Boolean>> answers = new ArrayList<>();
        // As a hub does on one thread while another tells of what the import brought.
        hub.onChange(
                change ->
                        answers.add(
                                inTime(
                                        () ->
                                                peer.provides("spoke.work")
                                                        && peer.importedIds().size() == 1)));

        peer.importOperations();

        assertThat(answers).containsExactly(Optional.of(true));
    }

    /** What is answered on another thread, if that does not take long. */
    private static <T> Optional<T> inTime(Callable<T> question) {
        FutureTask<T> task = new FutureTask<>(question);
        Thread.startVirtualThread(task);
        try {
            return Optional.of(task.get(5, TimeUnit.SECONDS));
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            return Optional.empty();
        }
    }

    @Test
    void aCallHasTheTimeoutOfThePeerItGoesTo() {
        Peer patient = spoke(offering(WORK, (input, context) -> minutes(context)));
        Peer hasty = spoke(offering(WORK, (input, context) -> minutes(context)));
        patient.importOperations(PeerImportOptions.none().withTimeout(Duration.ofMinutes(2)));
        hasty.importOperations(PeerImportOptions.none().withTimeout(Duration.ofMinutes(1)));

        List<Long> minutes = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            minutes.add(hub.execute("spoke.work", Json.parse("1")).data().asLong());
        }

        assertThat(minutes).containsExactlyInAnyOrder(1L, 2L);
    }

    /** How many minutes a call has, rounded up. */
    private static long minutes(OperationContext context) {
        return context.remaining().orElseThrow().plusSeconds(59).toMinutes();
    }

    @Nested
    class WhenTheImportIsDropped {
        private final OperationRegistry registry = offering(WORK, (input, context) -> "worked");
        private final Peer peer = spoke(registry);
        private final Peer atSpoke = open.getFirst();

        @Test
        void whatWasImportedIsGoneAndThePeerIsNoLongerAsked() {
            peer.importOperations();
            await().atMost(SOON).until(() -> atSpoke.handler().activeCount() == 1);

            peer.dropImported();

            assertThat(hub.find("spoke.work")).isEmpty();
            assertThat(peer.importedIds()).isEmpty();
            assertThat(peer.isUp()).isTrue();
            await().atMost(SOON).until(() -> atSpoke.handler().activeCount() == 0);
        }

        @Test
        void aChangeOfThePeerBringsNothingBack() {
            peer.importOperations();
            peer.dropImported();

            registry.register(OperationSpec.query("spoke.more").build(), (in, context) -> 1);

            await().during(Duration.ofMillis(200)).atMost(SOON).until(() -> hub.size() == 0);
        }

        @Test
        void itCanBeImportedAgain() {
            peer.importOperations();
            peer.dropImported();
            peer.importOperations();

            assertThat(peer.importedIds()).containsExactly("spoke.work");
        }
    }

    @Nested
    class WhenAPeerOffersAnotherSpec {
        private final OperationSpec other =
                OperationSpec.query("spoke.work").output(Schemas.string().build()).build();
        private final OperationRegistry firstRegistry = offering(WORK, (input, context) -> "first");
        private final Peer first = spoke(firstRegistry);
        private final Peer second = spoke(offering(other, (input, context) -> "second"));

        @Test
        void itIsNotShared() {
            first.importOperations();
            second.importOperations();
            assertThat(second.importedIds()).isEmpty();
            assertThat(hub.find("spoke.work")).contains(WORK);
        }

        @Test
        void itIsUsedAsSoonAsTheFirstPeerLeaves() {
            first.importOperations();
            second.importOperations();
            first.close();
            assertWorkedBecomes("second");
            second.close();
            await().atMost(SOON).until(() -> hub.find("spoke.work").isEmpty());
        }

        @Test
        void itIsUsedAsSoonAsOurOwnIsRemoved() {
            hub.register(WORK, (input, context) -> "own");
            second.importOperations();
            assertThat(second.importedIds()).isEmpty();
            hub.remove("spoke.work");
            assertWorkedBecomes("second");
        }

        @Test
        void bothAreUsedAfterTheFirstHasReplacedItsOwnToo() {
            first.importOperations();
            second.importOperations();
            firstRegistry.replace(OperationBinding.of(other, (input, context) -> "first"));
            await().atMost(SOON).until(() -> hub.find("spoke.work").equals(Optional.of(other)));
            await().atMost(SOON)
                    .untilAsserted(
                            () -> {
                                assertThat(first.importedIds()).containsExactly("spoke.work");
                                assertThat(second.importedIds()).containsExactly("spoke.work");
                            });
        }
    }

    private void assertWorkedBecomes(String expected) {
        await().atMost(SOON).until(() -> hub.isCallable("spoke.work"));
        assertThat(hub.execute("spoke.work", Json.parse("1")).data())
                .isEqualTo(JsonNodeFactory.instance.stringNode(expected));
    }
}
