package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallObserver;
import dev.alkdev.operations.ObservedCall;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.protocol.CallEvent.Aborted;
import dev.alkdev.operations.protocol.CallEvent.Completed;
import dev.alkdev.operations.protocol.CallEvent.Failed;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.protocol.CallEvent.Responded;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.testkit.LinkOperations;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

@ExtendWith(LeakCheck.class)
@Timeout(60)
class CallHandlerTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final JsonNode EMPTY = Json.parse("{}");
    private static final JsonNode MANY = Json.parse("{\"count\": 1000}");

    private final HandDrivenClock clock = new HandDrivenClock();
    private final List<String> refused = new CopyOnWriteArrayList<>();
    private final ByteBudget budget = ByteBudget.of(1_000_000);
    private final OperationRegistry registry =
            OperationRegistry.builder()
                    .time(clock)
                    .byteBudget(budget)
                    .observer(this::observe)
                    .build();
    private final LinkOperations operations = new LinkOperations();
    private final RecordingLink link = new RecordingLink();
    private final Peer peer =
            Peer.over(link, registry, HandlerOptions.defaults().withMaxConcurrentCalls(2));

    private CallObserver.Observation observe(ObservedCall call) {
        return ended ->
                ended.failure()
                        .ifPresent(
                                why -> refused.add(call.call().operationId() + " " + why.code()));
    }

    @BeforeEach
    void register() {
        operations.register(registry);
    }

    @AfterEach
    void lose() {
        link.release();
        link.lose();
        await().atMost(SOON).until(() -> peer.handler().activeCount() == 0);
    }

    private void receive(CallEvent event) {
        link.listener().received(event);
    }

    private static Requested request(
            String id, String operationId, @Nullable String parent, @Nullable Long deadline) {
        CallBuilder call = Call.builder().requestId(id).deadline(millis(deadline));
        if (parent != null) {
            call.parentRequestId(parent);
        }
        return new Requested(call.to(operationId, EMPTY), null, null, false);
    }

    private static long millis(@Nullable Long deadline) {
        return deadline == null ? Long.MAX_VALUE : deadline;
    }

    private Requested stream(String id, JsonNode input, @Nullable Long deadline) {
        return new Requested(
                Call.builder()
                        .requestId(id)
                        .deadline(millis(deadline))
                        .window(4)
                        .to("test.count", input),
                true,
                null,
                false);
    }

    private void assertFailsWith(String requestId, String code) {
        await().atMost(SOON)
                .untilAsserted(
                        () ->
                                assertThat(link.sent())
                                        .anySatisfy(
                                                event -> {
                                                    assertThat(event).isInstanceOf(Failed.class);
                                                    assertThat(event.requestId())
                                                            .isEqualTo(requestId);
                                                    assertThat(((Failed) event).code())
                                                            .isEqualTo(code);
                                                }));
    }

    private void awaitBegun(int calls) throws InterruptedException {
        assertThat(operations.begun.tryAcquire(calls, SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    private void assertInterrupted(int calls) throws InterruptedException {
        assertThat(operations.interrupted.tryAcquire(calls, SOON.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
    }

    @Nested
    class Refusing {
        @Test
        void inputsOfRunningCallsAreBoundedByTheBudget() throws InterruptedException {
            JsonNode large = Json.parse("[" + "{},".repeat(9_000) + "{}]");
            receive(waiting("r-1", large));
            awaitBegun(1);
            receive(waiting("r-2", large));
            assertFailsWith("r-2", "OVERLOADED");
            receive(request("r-3", "test.echo", null, null));
            await().atMost(SOON)
                    .until(() -> link.sent().stream().anyMatch(Responded.class::isInstance));

            receive(new Aborted("r-1"));
            assertInterrupted(1);
            await().atMost(SOON).until(() -> budget.used() == 0);
            receive(waiting("r-4", large));
            awaitBegun(1);
        }

        private static Requested waiting(String id, JsonNode input) {
            Call call = Call.builder().requestId(id).to("test.wait", input);
            return new Requested(call, null, null, false);
        }

        @Test
        void whoObservesTheRegistryLearnsOfUnknownOperationsToo() {
            receive(request("r-1", "no.such", null, null));
            assertFailsWith("r-1", "OPERATION_NOT_FOUND");
            receive(
                    new Requested(
                            Call.builder().requestId("r-2").window(4).to("nor.this", EMPTY),
                            true,
                            null,
                            false));
            assertFailsWith("r-2", "OPERATION_NOT_FOUND");

            assertThat(refused)
                    .containsExactly("no.such OPERATION_NOT_FOUND", "nor.this OPERATION_NOT_FOUND");
        }

        @Test
        void aPeerThatTakesNoRefusalsHoldsOneThreadAndABoundedNumberOfThem()
                throws InterruptedException {
            receive(request("r-1", "test.wait", null, null));
            receive(request("r-2", "test.wait", null, null));
            awaitBegun(2);
            link.hold();
            for (int i = 0; i < 5_000; i++) {
                receive(request("x-" + i, "test.wait", null, null));
            }
            await().atMost(SOON).until(() -> link.waiting() > 0);
            assertThat(link.waiting()).isEqualTo(1);
            link.release();
            await().atMost(SOON).until(() -> link.sent().size() >= 1_000);
            assertThat(link.sent()).hasSizeLessThanOrEqualTo(1_010);
            assertThat(link.sent()).allSatisfy(e -> assertThat(e).isInstanceOf(Failed.class));
        }

        @Test
        void aRequestIdInUseIsRefused() throws InterruptedException {
            receive(request("r-1", "test.wait", null, null));
            awaitBegun(1);
            receive(request("r-1", "test.echo", null, null));
            assertFailsWith("r-1", "VALIDATION_ERROR");
            assertThat(peer.handler().activeCount()).isEqualTo(1);
        }
    }

    @Nested
    class Deadlines {
        @Test
        void theFurthestDeadlineOfACallIsAnHourAway() throws InterruptedException {
            receive(request("r-1", "test.wait", null, dev.alkdev.operations.base.Deadlines.LAST));
            awaitBegun(1);
            clock.advance(Duration.ofMinutes(59));
            assertThat(peer.handler().activeCount()).isEqualTo(1);
            clock.advance(Duration.ofMinutes(1));
            assertInterrupted(1);
            assertFailsWith("r-1", "TIMEOUT");
        }

        @Test
        void aDeadlineLongPastHasPassed() {
            receive(request("r-1", "test.wait", null, Long.MIN_VALUE));
            assertFailsWith("r-1", "TIMEOUT");
            receive(request("r-2", "test.wait", null, -1L));
            assertFailsWith("r-2", "TIMEOUT");
            receive(stream("r-3", MANY, Long.MIN_VALUE));
            assertFailsWith("r-3", "TIMEOUT");
        }

        @Test
        void aStreamEndsAtItsDeadlineThoughItsReaderGivesNoCredit() {
            receive(stream("r-1", MANY, clock.millis() + 1_000));
            await().atMost(SOON).until(() -> link.sent().size() == 4);
            clock.advance(Duration.ofSeconds(1));
            assertFailsWith("r-1", "TIMEOUT");
            assertThat(link.sent()).filteredOn(Responded.class::isInstance).hasSize(4);
            await().atMost(SOON).until(() -> peer.handler().activeCount() == 0);
        }
    }

    @Test
    void aStreamIsNotAheadOfWhatItsReaderIsReadyFor() {
        receive(stream("r-1", MANY, null));
        await().atMost(SOON).until(() -> operations.emitted.get() >= 4);
        await().during(Duration.ofMillis(200))
                .atMost(SOON)
                .until(() -> operations.emitted.get() <= 4 + 1);
    }

    @Nested
    class LosingTheLink {
        @Test
        void aRequestThatArrivesMeanwhileIsNotRun() {
            link.setUp(false);
            receive(request("r-1", "test.wait", null, null));
            assertThat(peer.handler().activeCount()).isZero();
            assertThat(operations.begun.availablePermits()).isZero();
        }

        @Test
        void everyRunningRequestIsInterrupted() throws InterruptedException {
            receive(request("r-1", "test.wait", null, null));
            receive(request("r-2", "test.wait", null, null));
            awaitBegun(2);
            link.lose();
            assertInterrupted(2);
        }
    }

    @Test
    void anAbortEndsTheChildrenOfARequestAndNoOthers() throws InterruptedException {
        receive(request("r-1", "test.wait", "p-1", null));
        receive(request("r-2", "test.wait", "p-2", null));
        awaitBegun(2);
        receive(new Aborted("p-1"));
        assertInterrupted(1);
        await().atMost(SOON).until(() -> peer.handler().activeCount() == 1);
        receive(new Aborted("r-2"));
        assertInterrupted(1);
    }

    @Test
    void aFailureFromThePeerEndsItsRequestAndNoChildren() throws InterruptedException {
        receive(request("r-1", "test.wait", null, null));
        receive(request("r-2", "test.wait", "r-1", null));
        awaitBegun(2);
        receive(new Failed("r-1", "EXECUTION_ERROR", "an answer cannot be used", null, false));
        assertInterrupted(1);
        await().atMost(SOON).until(() -> peer.handler().activeCount() == 1);
    }

    @Test
    void aMalformedEventEndsTheStreamThatItNames() {
        receive(stream("r-1", MANY, null));
        await().atMost(SOON).until(() -> operations.emitted.get() >= 4);
        String credit =
                "{\"type\":\"call.credit\",\"payload\":{\"requestId\":\"r-1\",\"credits\":-5}}";
        new TextReceiver(link, link.listener(), CallEventCodec.create(), ByteBudget.unlimited())
                .receive(credit.getBytes(StandardCharsets.UTF_8));
        assertFailsWith("r-1", "VALIDATION_ERROR");
        await().atMost(SOON).until(() -> peer.handler().activeCount() == 0);
    }

    @Nested
    class Verbs {
        private Requested request(String operationId, @Nullable Boolean stream) {
            return new Requested(
                    Call.builder().requestId("r-1").to(operationId, Json.parse("{\"count\": 1}")),
                    stream,
                    null,
                    false);
        }

        @Test
        void callingASubscriptionIsRefusedWithoutRunningIt() {
            receive(request("test.count", false));
            assertFailsWith("r-1", "INVALID_OPERATION_TYPE");
            assertThat(operations.emitted).hasValue(0);
        }

        @Test
        void subscribingToAQueryIsRefused() {
            receive(request("test.echo", true));
            assertFailsWith("r-1", "INVALID_OPERATION_TYPE");
        }

        @Test
        void aRequestThatSaysNeitherGetsWhatFitsTheOperation() {
            receive(request("test.count", null));
            await().atMost(SOON).until(() -> link.sent().contains(new Completed("r-1")));
            assertThat(link.sent()).hasSize(2);
            await().atMost(SOON).until(() -> peer.handler().activeCount() == 0);
            receive(request("test.echo", null));
            await().atMost(SOON).until(() -> link.sent().size() == 3);
            assertThat(link.sent().getLast()).isInstanceOf(Responded.class);
        }
    }

    @Test
    void operationsOfOursInTheNamespaceOfTheServicesCanBeCalled() {
        registry.register(OperationSpec.query("services.mine").build(), (input, context) -> "mine");
        receive(request("r-1", "services.mine", null, null));
        await().atMost(SOON).until(() -> link.sent().size() == 1);
        assertThat(((Responded) link.sent().getFirst()).output().data())
                .isEqualTo(Json.parse("\"mine\""));
    }

    @Test
    void anUnknownServiceIsNotFound() {
        receive(request("r-1", "services.nothing", null, null));
        assertFailsWith("r-1", "OPERATION_NOT_FOUND");
        assertThat(List.copyOf(link.sent())).hasSize(1);
    }
}
