package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.RegistryChange;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.protocol.CallEvent.Aborted;
import dev.alkdev.operations.protocol.CallEvent.Completed;
import dev.alkdev.operations.protocol.CallEvent.Credit;
import dev.alkdev.operations.protocol.CallEvent.Failed;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.protocol.CallEvent.Responded;
import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** Importing from a peer that answers otherwise than ours do. */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class PeerImportTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final JsonNode SPEC = OperationSpec.query("far.work").build().toJson();

    private final HandDrivenClock clock = new HandDrivenClock();
    private final OperationRegistry registry = OperationRegistry.builder().time(clock).build();
    private final InProcessLink.Pair pair = InProcessLink.pair();
    private final ForeignPeer foreign = new ForeignPeer(pair.right());
    private final Peer peer = Peer.over(pair.left(), registry);

    PeerImportTest() {
        pair.right().open(foreign);
    }

    @AfterEach
    void close() {
        peer.close();
    }

    /** Answers {@code services.list} with pages of the test's making. */
    private static final class ForeignPeer implements LinkListener {
        private final Link link;
        private final AtomicInteger lists = new AtomicInteger();
        private final AtomicInteger subscriptions = new AtomicInteger();
        private final AtomicInteger failures = new AtomicInteger();
        private volatile IntFunction<JsonNode> page = number -> page("", SPEC);
        private volatile boolean failing;
        private volatile String failure = ErrorCode.UNAVAILABLE;

        ForeignPeer(Link link) {
            this.link = link;
        }

        @Override
        public void up() {}

        @Override
        public void received(CallEvent event) {
            switch (event) {
                case Requested request -> Thread.startVirtualThread(() -> answer(request));
                case Aborted ignored -> {}
                case Credit ignored -> {}
                case Responded ignored -> {}
                case Completed ignored -> {}
                case Failed ignored -> {}
                case CallEvent.Progressed ignored -> {}
            }
        }

        private void answer(Requested request) {
            String id = request.requestId();
            if (failing) {
                failures.incrementAndGet();
                send(Failed.of(id, new CallException(failure, "not now")));
            } else if (request.operationId().equals(Services.LIST)) {
                JsonNode answer = page.apply(lists.incrementAndGet());
                send(new Responded(id, ResponseEnvelope.local(answer, Services.LIST), null));
            } else {
                subscriptions.incrementAndGet();
                send(new Completed(id));
            }
        }

        /** What is asked while the test ends need not be answered. */
        private void send(CallEvent answer) {
            try {
                link.send(answer);
            } catch (CallException e) {
                assertThat(link.isUp()).isFalse();
            }
        }

        @Override
        public void down(String reason) {}
    }

    private static JsonNode page(String cursor, JsonNode... specs) {
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        ArrayNode operations = page.putArray("operations");
        for (JsonNode spec : specs) {
            operations.add(spec);
        }
        return cursor.isEmpty() ? page : page.put("nextCursor", cursor);
    }

    private void assertListFails(String message) {
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(peer::operations)
                .satisfies(e -> assertThat(e.code()).isEqualTo("EXECUTION_ERROR"))
                .withMessage("the list of operations of in-process right: " + message);
    }

    @Test
    void aListThatRepeatsACursorIsGivenUp() {
        foreign.page = number -> page("again", SPEC);
        assertListFails("it repeats the cursor again");
        foreign.page = number -> page("c-" + number % 2, SPEC);
        assertListFails("it repeats the cursor c-1");
    }

    @Test
    void aListWithoutEndIsGivenUp() {
        foreign.page = number -> page("c-" + number);
        assertListFails("it has more than 10000 pages");
        JsonNode[] many = new JsonNode[1_000];
        Arrays.fill(many, SPEC);
        foreign.page = number -> page("c-" + number, many);
        assertListFails("it has more than 100000 operations");
    }

    @Test
    void anImportThatFailedAtFirstCanBeRepeated() {
        foreign.failing = true;
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(peer::importOperations)
                .withMessage("not now");
        assertThat(peer.importedIds()).isEmpty();
        foreign.failing = false;
        peer.importOperations();
        assertThat(peer.importedIds()).containsExactly("far.work");
    }

    @Test
    void anImportThatIsToBeKeptIsTriedAgainAndSaysWhy() {
        foreign.failing = true;
        peer.keepImporting(PeerImportOptions.none());
        assertThat(peer.importProblem()).contains("UNAVAILABLE: not now");
        await().atMost(SOON).until(() -> clock.pending() == 1 && idle());
        foreign.failing = false;
        clock.advance(Duration.ofMillis(100));
        await().atMost(SOON).until(() -> peer.importedIds().contains("far.work"));
        await().atMost(SOON).until(() -> peer.importProblem().isEmpty());
    }

    @Test
    void aLinkThatComesUpLaterDoesNotHideThatThePeerCannotBeAsked() {
        InProcessLink.Pair later = InProcessLink.pair();
        ForeignPeer slow = new ForeignPeer(later.right());
        slow.failing = true;
        try (Peer waiting = Peer.over(later.left(), registry)) {
            waiting.keepImporting(PeerImportOptions.none());
            assertThat(waiting.importProblem()).isEmpty();

            later.right().open(slow);

            await().atMost(SOON)
                    .until(
                            () ->
                                    waiting.importProblem()
                                            .equals(Optional.of("UNAVAILABLE: not now")));
        }
    }

    @Test
    void aPeerThatKnowsNoListIsNotAskedAgain() {
        foreign.failing = true;
        foreign.failure = ErrorCode.OPERATION_NOT_FOUND;
        peer.keepImporting(PeerImportOptions.none());
        // Twice for its list, and once for its changes.
        await().atMost(SOON).until(() -> foreign.failures.get() == 3 && idle());
        assertThat(clock.pending()).isZero();
        assertThat(peer.importProblem()).contains("OPERATION_NOT_FOUND: not now");
    }

    @Test
    void oneThatCannotBeMadeLocalDoesNotHideTheOthers() {
        JsonNode bad = OperationSpec.query("far.bad").build().toJson();
        foreign.page = number -> page("", bad, SPEC);
        peer.importOperations(PeerImportOptions.of(PeerImportTest::allButBad));
        assertThat(peer.importedIds()).containsExactly("far.work");
    }

    private static Optional<OperationSpec> allButBad(OperationSpec spec) {
        return Optional.of(spec.name().equals("bad") ? spec.withId("no id") : spec);
    }

    @Test
    void anImportThatIsDroppedWhileItListsStaysDropped() {
        foreign.page =
                number -> {
                    peer.dropImported();
                    return page("", SPEC);
                };
        peer.importOperations();
        await().during(Duration.ofMillis(200)).atMost(SOON).until(() -> registry.size() == 0);
        assertThat(foreign.subscriptions).hasValue(0);
    }

    @Test
    void whatCannotBeFollowedIsTriedAgainLessAndLessOften() {
        peer.importOperations();
        awaitSubscriptions(1);
        JsonNode other = OperationSpec.query("far.other").build().toJson();
        foreign.page = number -> page("", SPEC, other);
        advanceToRetry(Duration.ofMillis(100));
        awaitSubscriptions(2);
        await().atMost(SOON)
                .untilAsserted(
                        () ->
                                assertThat(peer.importedIds())
                                        .containsExactlyInAnyOrder("far.work", "far.other"));
        foreign.failing = true;
        advanceToRetry(Duration.ofMillis(200));
        await().atMost(SOON).until(() -> foreign.failures.get() == 2 && idle());
        foreign.failing = false;
        advanceToRetry(Duration.ofMillis(400));
        awaitSubscriptions(3);
    }

    /** Waits until somebody waits for half to all of this delay, and lets it pass. */
    private void advanceToRetry(Duration longest) {
        // The timer of a request that has just ended may still be there.
        await().atMost(SOON)
                .until(() -> clock.pending() == 1 && isRetry(clock.untilNext(), longest) && idle());
        Duration delay = clock.untilNext().orElseThrow();
        clock.advance(delay.minusMillis(1));
        assertThat(clock.pending()).isEqualTo(1);
        clock.advance(Duration.ofMillis(1));
    }

    private static boolean isRetry(Optional<Duration> delay, Duration longest) {
        return delay.filter(each -> each.compareTo(longest) <= 0)
                .filter(each -> each.compareTo(longest.dividedBy(2)) >= 0)
                .isPresent();
    }

    /** No request is under way, so that the only timer is that of the next try. */
    private boolean idle() {
        return peer.requests().pendingCount() == 0;
    }

    private void awaitSubscriptions(int count) {
        await().atMost(SOON).until(() -> foreign.subscriptions.get() == count);
    }

    @Test
    void nothingIsTriedAgainOnceTheLinkIsDown() {
        peer.importOperations();
        awaitSubscriptions(1);
        await().atMost(SOON).until(() -> clock.pending() == 1 && idle());
        peer.close();
        assertThat(clock.pending()).isZero();
        assertThat(peer.importedIds()).isEmpty();
    }

    @Test
    void aLinkThatIsLostDuringTheFirstImportIsFollowedWhenItIsBack() {
        RecordingLink link = new RecordingLink();
        Peer other = Peer.over(link, registry);
        registry.onChange(
                change -> {
                    if (change instanceof RegistryChange.Added) {
                        link.lose();
                    }
                });
        Thread importing = Thread.startVirtualThread(other::importOperations);
        await().atMost(SOON).until(() -> asked(link, Services.LIST) == 1);
        ResponseEnvelope<JsonNode> list = ResponseEnvelope.local(page("", SPEC), Services.LIST);
        String request = link.sent().getFirst().requestId();
        link.listener().received(new Responded(request, list, null));
        await().atMost(SOON).until(() -> !importing.isAlive());
        assertThat(registry.size()).isZero();
        assertThat(asked(link, Services.CHANGES)).isZero();

        link.regain();

        await().atMost(SOON).until(() -> asked(link, Services.CHANGES) == 1);
        link.lose();
        await().atMost(SOON).until(() -> other.requests().pendingCount() == 0);
    }

    @Test
    void aListenerThatBlocksDelaysNeitherTheLinkNorOtherImports() throws Exception {
        RecordingLink link = new RecordingLink();
        Peer other = Peer.over(link, registry);
        Thread importing = Thread.startVirtualThread(other::importOperations);
        await().atMost(SOON).until(() -> asked(link, Services.LIST) == 1);
        ResponseEnvelope<JsonNode> list = ResponseEnvelope.local(page("", SPEC), Services.LIST);
        String request = link.sent().getFirst().requestId();
        link.listener().received(new Responded(request, list, null));
        importing.join();
        assertThat(other.importedIds()).containsExactly("far.work");
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        List<RegistryChange> changes = new CopyOnWriteArrayList<>();
        registry.onChange(
                change -> {
                    changes.add(change);
                    blocked.countDown();
                    awaitOpen(gate);
                });
        try {
            link.lose();
            blocked.await();
            assertThat(registry.size()).isZero();

            peer.importOperations();
            assertThat(peer.importedIds()).containsExactly("far.work");
            peer.close();
            other.close();
            assertThat(registry.size()).isZero();
            assertThat(changes).hasSize(1);
        } finally {
            gate.countDown();
        }
        await().atMost(SOON).until(() -> changes.size() == 3);
        assertThat(changes)
                .hasExactlyElementsOfTypes(
                        RegistryChange.Removed.class,
                        RegistryChange.Added.class,
                        RegistryChange.Removed.class);
    }

    private static void awaitOpen(CountDownLatch gate) {
        try {
            assertThat(gate.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aListenerMayWaitForAThreadThatClosesThePeer() {
        List<String> changes = new CopyOnWriteArrayList<>();
        registry.onChange(
                change -> {
                    CountDownLatch closed = new CountDownLatch(1);
                    Thread.startVirtualThread(
                            () -> {
                                peer.close();
                                closed.countDown();
                            });
                    awaitOpen(closed);
                    changes.add(change.getClass().getSimpleName());
                });

        peer.importOperations();

        await().atMost(SOON).until(() -> changes.size() == 2);
        assertThat(changes).containsExactly("Added", "Removed");
        assertThat(registry.size()).isZero();
    }

    private static long asked(RecordingLink link, String operationId) {
        return link.sent().stream()
                .filter(
                        event ->
                                event instanceof Requested request
                                        && request.operationId().equals(operationId))
                .count();
    }
}
