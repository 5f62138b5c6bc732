package dev.alkdev.operations.testkit;

import static dev.alkdev.operations.testkit.LinkSetting.assertFails;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.ImportRules;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The part of {@link LinkContract} about hubs that are linked in a ring. */
@ExtendWith(LeakCheck.class)
public interface LinkRingContract {
    /**
     * Joins two registries.
     *
     * @param left who calls from the left, as the right side sees it
     * @param trusted whether the right side takes the identity in a request for true
     */
    LinkedPeers connect(
            OperationRegistry leftRegistry,
            OperationRegistry rightRegistry,
            Caller left,
            boolean trusted);

    @Test
    default void aRingOfThreeAnswersACallOnceAndForgetsWhoHasLeft(LeakCheck leaks) {
        try (Ring ring = new Ring(this, leaks, Duration.ZERO)) {
            ring.awaitEverywhere("svc.hello", true);
            int calls = 0;
            for (OperationRegistry hub : ring.hubs) {
                ring.awaitAnswer(hub);
                calls++;
                assertThat(ring.runs).hasValue(calls);
            }
            ring.atSpoke.close();
            ring.awaitEverywhere("svc.hello", false);
            ring.awaitAnotherRound();
            ring.awaitEverywhere("svc.hello", false);
            for (OperationRegistry hub : ring.hubs) {
                assertFails("OPERATION_NOT_FOUND", () -> hub.execute("svc.hello", Ring.EMPTY));
            }
            assertThat(ring.runs).hasValue(calls);
        }
    }

    @Test
    default void inARingACallOfWhatIsAwayFailsAndDoesNotGoRound(LeakCheck leaks) {
        try (Ring ring = new Ring(this, leaks, Duration.ofHours(1))) {
            ring.awaitEverywhere("svc.hello", true);
            ring.atSpoke.cut();
            await().atMost(Ring.SOON).until(() -> !ring.atSpoke.right().isUp());
            for (OperationRegistry hub : ring.hubs) {
                assertFails("UNAVAILABLE", () -> hub.execute("svc.hello", Ring.EMPTY));
            }
            assertThat(ring.runs).hasValue(0);
            await().atMost(Ring.SOON)
                    .until(() -> ring.hubs.stream().allMatch(hub -> hub.openCalls() == 0));
        }
    }

    @Test
    default void aRingForgetsAnOperationThatItsHubHasRemoved(LeakCheck leaks) {
        try (Ring ring = new Ring(this, leaks, Duration.ZERO)) {
            OperationRegistry owner = ring.hubs.getFirst();
            owner.register(OperationSpec.query("own.op").build(), (input, context) -> input);
            ring.awaitEverywhere("own.op", true);
            ring.awaitAnotherRound();

            owner.remove("own.op");
            ring.awaitEverywhere("own.op", false);
            owner.register(OperationSpec.query("last.mark").build(), (input, context) -> input);
            ring.awaitEverywhere("last.mark", true);
            ring.awaitEverywhere("own.op", false);
        }
    }

    /** Three hubs, each linked to the two others, and a spoke at the first. */
    final class Ring implements AutoCloseable {
        static final JsonNode EMPTY = Json.parse("{}");
        static final Duration SOON = Duration.ofSeconds(30);

        final AtomicInteger runs = new AtomicInteger();
        final List<OperationRegistry> hubs;
        final LinkedPeers atSpoke;
        private final List<LinkedPeers> between;

        Ring(LinkRingContract contract, LeakCheck leaks, Duration grace) {
            OperationRegistry spoke = leaks.watch(OperationRegistry.create());
            spoke.register(
                    OperationSpec.query("svc.hello").build(),
                    (input, context) -> runs.incrementAndGet());
            hubs =
                    List.of(
                            leaks.watch(OperationRegistry.create()),
                            leaks.watch(OperationRegistry.create()),
                            leaks.watch(OperationRegistry.create()));
            atSpoke = join(contract, spoke, hubs.get(0), grace);
            between =
                    List.of(
                            join(contract, hubs.get(0), hubs.get(1), Duration.ZERO),
                            join(contract, hubs.get(1), hubs.get(2), Duration.ZERO),
                            join(contract, hubs.get(2), hubs.get(0), Duration.ZERO));
        }

        /** Each end imports what the other one has. */
        private static LinkedPeers join(
                LinkRingContract contract,
                OperationRegistry left,
                OperationRegistry right,
                Duration grace) {
            LinkedPeers peers = contract.connect(left, right, Caller.trusted(), true);
            peers.left().keepImporting(ImportRules.none().withGrace(grace));
            peers.right().keepImporting(ImportRules.none().withGrace(grace));
            return peers;
        }

        void awaitEverywhere(String id, boolean there) {
            await().atMost(SOON)
                    .until(() -> hubs.stream().allMatch(hub -> hub.find(id).isPresent() == there));
        }

        /** While the ring settles, a call may find no way: it is run nowhere then, and retried. */
        void awaitAnswer(OperationRegistry hub) {
            await().atMost(SOON)
                    .ignoreExceptionsMatching(
                            failure -> failure instanceof CallException call && call.retryable())
                    .until(() -> hub.execute("svc.hello", EMPTY).data().isNumber());
        }

        /** A change has been all around, and whoever was to list anew has done so. */
        void awaitAnotherRound() {
            for (int i = 0; i < hubs.size(); i++) {
                String id = "mark.of" + i;
                hubs.get(i).register(OperationSpec.query(id).build(), (input, context) -> input);
                awaitEverywhere(id, true);
            }
        }

        @Override
        public void close() {
            atSpoke.close();
            between.forEach(LinkedPeers::close);
        }
    }
}
