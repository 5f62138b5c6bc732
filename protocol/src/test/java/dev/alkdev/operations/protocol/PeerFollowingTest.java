package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.protocol.CallEvent.Responded;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Keeping up with the operations of a peer. */
@Timeout(90)
class PeerFollowingTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final JsonNode EMPTY = Json.parse("{}");

    private static final Schema INPUT =
            Schema.parse(
                    """
                    {"type": "object", "required": ["number"], "properties": {
                      "number": {"type": "string", "pattern": "^A-[0-9]+$"},
                      "items": {"type": "array", "items": {"type": "object", "properties": {
                        "name": {"type": "string"}, "price": {"type": "number", "minimum": 0}}}}}}
                    """);

    private final AtomicInteger lists = new AtomicInteger();
    private final List<String> observed = new CopyOnWriteArrayList<>();
    private final AtomicBoolean refusing = new AtomicBoolean();
    private final OperationRegistry far =
            OperationRegistry.builder()
                    .observer(
                            call -> {
                                observed.add(call.call().operationId());
                                if (call.call().operationId().equals("services.list")) {
                                    lists.incrementAndGet();
                                }
                                if (refusing.get()) {
                                    throw new CallException(ErrorCode.OVERLOADED, "rate limit");
                                }
                                return failure -> {};
                            })
                    .build();
    private final OperationRegistry near = OperationRegistry.create();
    private final InProcessLink.Pair pair = InProcessLink.pair();
    private final Peer atFar = Peer.over(pair.right(), far);
    private final Peer atNear = Peer.over(pair.left(), near);

    @AfterEach
    void close() {
        atNear.close();
        atFar.close();
    }

    private static OperationSpec spec(String id, String description) {
        return OperationSpec.query(id).describedAs(description).build();
    }

    @Test
    void aBurstOfChangesIsListedAFewTimes() {
        atNear.importOperations();
        for (int i = 0; i < 1_000; i++) {
            far.register(spec("far.op" + i, "Works"), (input, context) -> input);
        }
        await().atMost(SOON).until(() -> near.size() == 1_000);
        assertThat(lists.get()).isLessThan(60);
    }

    /** With a schema, as real operations have one. */
    private static OperationSpec described(int i) {
        return OperationSpec.query("far.op" + i)
                .describedAs("Works")
                .input(INPUT)
                .output(INPUT)
                .build();
    }

    @Test
    void twoThousandOperationsAreThereSoonAfterTheyWereRegistered() {
        atNear.importOperations();
        for (int i = 0; i < 2_000; i++) {
            far.register(described(i), (input, context) -> input);
        }
        await().atMost(SOON).until(() -> near.size() == 2_000);
        assertThat(lists.get()).isLessThan(60);
    }

    @Test
    void whatHasNotChangedIsNotReadAgain() {
        Set<OperationSpec> read =
                Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
        for (int i = 0; i < 10; i++) {
            far.register(described(i), (input, context) -> input);
        }
        atNear.importOperations(
                PeerImportOptions.of(
                        spec -> {
                            read.add(spec);
                            return Optional.of(spec);
                        }));
        for (int i = 10; i < 15; i++) {
            int size = i + 1;
            far.register(described(i), (input, context) -> input);
            await().atMost(SOON).until(() -> near.size() == size);
        }
        atNear.dropImported();
        assertThat(read).hasSize(15);
    }

    @Test
    void anOperationWhoseSpecChangesCanBeCalledAllTheTime() throws InterruptedException {
        far.register(spec("far.op", "Version 0"), (input, context) -> input);
        atNear.importOperations();
        List<CallException> failures = new CopyOnWriteArrayList<>();
        AtomicBoolean over = new AtomicBoolean();
        Thread caller =
                Thread.startVirtualThread(
                        () -> {
                            while (!over.get()) {
                                try {
                                    near.execute("far.op", EMPTY);
                                } catch (CallException e) {
                                    failures.add(e);
                                }
                            }
                        });
        for (int i = 1; i <= 10; i++) {
            String description = "Version " + i;
            far.replace(
                    OperationBinding.of(spec("far.op", description), (input, context) -> input));
            await().atMost(SOON).until(() -> near.spec("far.op").description().equals(description));
        }
        over.set(true);
        caller.join();
        assertThat(failures).isEmpty();
        assertThat(near.isProvisional("far.op")).isTrue();
    }

    @Test
    void aListThatTakesTooMuchIsGivenUpAndToldOf() {
        far.register(spec("far.op", "x".repeat(5_000)), (input, context) -> input);
        OperationListing listing =
                new OperationListing(
                        atNear.requests(),
                        "far",
                        OperationListing.Listing.NONE,
                        ByteBudget.of(4_000));
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(listing::read)
                .withMessageEndingWith(
                        "it is larger than the memory for the operations of all peers, 4000"
                                + " bytes, allows");
    }

    @Test
    void onlyWhatCanBeCalledIsListed() {
        far.registerSpec(spec("far.later", "Has no handler yet"));
        assertThat(atNear.operations()).isEmpty();
        far.registerHandler("far.later", (input, context) -> input);
        assertThat(atNear.operations()).extracting(OperationSpec::id).containsExactly("far.later");
    }

    @Test
    void questionsAboutOperationsPassTheObserver() {
        atNear.operations();
        assertThat(observed).containsExactly("services.list");
        refusing.set(true);
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(atNear::operations)
                .withMessage("rate limit");
    }

    @Test
    void aLinkHasABoundedNumberOfSubscriptionsToChanges() {
        List<Subscription<JsonNode>> open = new ArrayList<>();
        try {
            for (int i = 0; i < 16; i++) {
                Subscription<JsonNode> changes = atNear.subscribe("services.changes", EMPTY);
                open.add(changes);
                assertThat(changes.next().data().path("change").asString()).isEqualTo("listening");
            }
            Subscription<JsonNode> tooMany = atNear.subscribe("services.changes", EMPTY);
            open.add(tooMany);
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(tooMany::next)
                    .extracting(CallException::code)
                    .isEqualTo("OVERLOADED");
        } finally {
            open.forEach(Subscription::close);
        }
    }

    @Test
    void aListFromBeforeALossDoesNotCountAfterIt() throws InterruptedException {
        RecordingLink link = new RecordingLink();
        OperationRegistry registry = OperationRegistry.create();
        Peer peer = Peer.over(link, registry);
        Thread importing =
                Thread.startVirtualThread(
                        () ->
                                peer.importOperations(
                                        PeerImportOptions.of(
                                                spec -> {
                                                    link.lose();
                                                    link.regain();
                                                    return Optional.of(spec);
                                                })));
        await().atMost(SOON).until(() -> !link.sent().isEmpty());
        JsonNode page =
                Json.parse("{\"operations\":[" + spec("far.old", "Was there").toJson() + "]}");
        String requestId = ((Requested) link.sent().getFirst()).requestId();
        link.listener()
                .received(
                        new Responded(
                                requestId, ResponseEnvelope.local(page, "services.list"), null));
        importing.join();
        assertThat(registry.find("far.old")).isEmpty();
        peer.close();
    }

    @Test
    void aPeerThatIsAwayForAMomentKeepsItsOperations() {
        far.register(spec("far.op", "Works"), (input, context) -> input);
        atNear.importOperations(PeerImportOptions.none().withGrace(Duration.ofHours(1)));
        pair.right().close();
        assertThat(near.find("far.op")).isPresent();
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> near.execute("far.op", EMPTY))
                .matches(failure -> failure.code().equals("UNAVAILABLE") && failure.retryable());
        // One that comes back in its place is served at once, even with another spec.
        OperationRegistry again = OperationRegistry.create();
        again.register(spec("far.op", "Works better"), (input, context) -> input);
        InProcessLink.Pair fresh = InProcessLink.pair();
        Peer.over(fresh.right(), again);
        Peer back = Peer.over(fresh.left(), near);
        back.importOperations(PeerImportOptions.none());
        assertThat(near.execute("far.op", EMPTY).data()).isEqualTo(EMPTY);
        atNear.dropImported();
        assertThat(near.find("far.op")).isPresent();
        back.close();
        assertThat(near.find("far.op")).isEmpty();
    }

    @Test
    void aPeerThatDoesNotComeBackInTimeLosesThem() {
        far.register(spec("far.op", "Works"), (input, context) -> input);
        atNear.importOperations(PeerImportOptions.none().withGrace(Duration.ofMillis(50)));
        pair.right().close();
        await().atMost(SOON).until(() -> near.find("far.op").isEmpty());
    }

    @Test
    void withoutAGraceTheyStayUntilTheImportEnds() {
        far.register(spec("far.op", "Works"), (input, context) -> input);
        atNear.importOperations(PeerImportOptions.none().withGrace(null));
        pair.right().close();
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> near.execute("far.op", EMPTY))
                .matches(failure -> failure.code().equals("UNAVAILABLE") && failure.retryable());

        atNear.dropImported();

        assertThat(near.find("far.op")).isEmpty();
    }

    @Test
    void anIdStaysWithItsOwner() {
        far.register(spec("pay.charge", "Charges"), (input, context) -> input);
        atNear.importOperations(PeerImportOptions.none().withOwner("a"));
        OperationRegistry other = OperationRegistry.create();
        other.register(spec("pay.charge", "Steals"), (input, context) -> input);
        InProcessLink.Pair second = InProcessLink.pair();
        Peer.over(second.right(), other);
        Peer squatter = Peer.over(second.left(), near);
        squatter.importOperations(PeerImportOptions.none().withOwner("b"));
        pair.right().close();
        assertThat(near.find("pay.charge")).isEmpty();
        assertThat(squatter.notImported())
                .isEqualTo(Map.of("pay.charge", "it belongs to a, who offered it first"));
        InProcessLink.Pair back = InProcessLink.pair();
        Peer.over(back.right(), far);
        Peer owner = Peer.over(back.left(), near);
        owner.importOperations(PeerImportOptions.none().withOwner("a"));
        assertThat(near.spec("pay.charge").description()).isEqualTo("Charges");
        owner.close();
        squatter.close();
    }

    @Test
    void theNamespaceOfTheProtocolIsNotImported() {
        far.register(spec("services.evil", "Is none"), (input, context) -> input);
        atNear.importOperations();
        assertThat(near.size()).isZero();
        assertThat(atNear.notImported()).containsOnlyKeys("services.evil");
    }

    @Test
    void whoStopsOfferingIsDroppedAndEndsWhatRuns() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        far.register(
                spec("bank.wait", "Waits"),
                (input, context) -> {
                    running.countDown();
                    new CountDownLatch(1).await();
                    return input;
                });
        atNear.importOperations();
        CompletableFuture<Throwable> call =
                CompletableFuture.supplyAsync(
                        () -> catchThrowable(() -> near.execute("bank.wait", EMPTY)),
                        Thread::startVirtualThread);
        running.await();

        atFar.stopOffering();

        assertThat(call.get(20, TimeUnit.SECONDS)).hasMessageContaining("nothing is offered");
        await().until(() -> near.size() == 0 && atFar.handler().activeCount() == 0);
        assertThat(atNear.isUp()).isTrue();
    }

    @Test
    void aLinkThatOffersNothingRefusesEverything() {
        OperationRegistry guarded = OperationRegistry.create();
        guarded.register(spec("bank.take", "Takes money"), (input, context) -> input);
        InProcessLink.Pair closed = InProcessLink.pair();
        Peer.over(closed.right(), guarded, HandlerOptions.defaults().offeringNothing());
        Peer asking = Peer.over(closed.left(), OperationRegistry.create());
        for (String id : List.of("bank.take", "services.list")) {
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> asking.call(id, EMPTY))
                    .extracting(CallException::code)
                    .isEqualTo("OPERATION_NOT_FOUND");
        }
        asking.close();
    }
}
