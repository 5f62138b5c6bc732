package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.protocol.CallEvent.Failed;
import dev.alkdev.operations.protocol.CallEvent.Progressed;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.protocol.CallEvent.Responded;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers that are hard to send, and answers that are wrong. */
@Timeout(60)
class AnsweringTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final JsonNode EMPTY = Json.parse("{}");

    /** Carries events of 1,000 characters, as text. */
    private static final class NarrowLink implements Link {
        private final CallEventCodec codec = CallEventCodec.withLimit(1_000);
        private final List<CallEvent> sent = new CopyOnWriteArrayList<>();
        private final Semaphore free = new Semaphore(1_000);
        private volatile LinkListener listener = new Ignoring();

        @Override
        public String name() {
            return "narrow";
        }

        @Override
        public Caller peer() {
            return Caller.trusted();
        }

        @Override
        public void open(LinkListener listener) {
            this.listener = listener;
            listener.up();
        }

        @Override
        public boolean isUp() {
            return true;
        }

        @Override
        public void send(CallEvent event) {
            codec.write(event);
            try {
                free.acquire();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CallException("ABORTED", "interrupted while the peer takes nothing");
            }
            if (event instanceof Failed failed && failed.message().contains("no memory")) {
                throw new StackOverflowError();
            }
            sent.add(event);
        }

        @Override
        public void close() {}
    }

    private static final class Ignoring implements LinkListener {
        private final AtomicInteger ups = new AtomicInteger();

        @Override
        public void up() {
            ups.incrementAndGet();
        }

        @Override
        public void received(CallEvent event) {}

        @Override
        public void down(String reason) {}
    }

    private final NarrowLink link = new NarrowLink();
    private final OperationRegistry registry = OperationRegistry.create();
    private final Peer peer = Peer.over(link, registry);

    private Failed failureOf(Object details, String message) {
        registry.register(
                OperationSpec.query("test.fail").fails(ErrorSpec.of("BROKEN", "Is broken")).build(),
                (input, context) -> {
                    throw new CallException("BROKEN", message).withDetails(details);
                });
        link.listener.received(Requested.of("r-1", "test.fail", EMPTY));
        await().atMost(SOON).until(() -> !link.sent.isEmpty());
        return (Failed) link.sent.getFirst();
    }

    @Test
    void aFailureWithTooManyDetailsArrivesWithoutThem() {
        Failed failed = failureOf("x".repeat(5_000), "It is broken");
        assertThat(failed).isEqualTo(new Failed("r-1", "BROKEN", "It is broken", null, false));
    }

    @Test
    void aFailureWithALongMessageArrivesShortened() {
        Failed failed = failureOf("", "y".repeat(5_000));
        assertThat(failed.code()).isEqualTo("BROKEN");
        assertThat(failed.message()).startsWith("yyy").endsWith("… (5000 characters)");
    }

    @Test
    void aFailureWithDetailsTooDeepToBeWrittenArrivesWithoutThem() {
        JsonNode deep = EMPTY;
        for (int i = 0; i < 3_000; i++) {
            ArrayNode outer = JsonNodeFactory.instance.arrayNode();
            outer.add(deep);
            deep = outer;
        }
        assertThat(failureOf(deep, "It is deep").message()).isEqualTo("It is deep");
    }

    @Test
    void aMessageOfWhichNothingFitsArrivesAsAnotherOne() {
        Failed failed = failureOf("", "\u0001".repeat(5_000));
        assertThat(failed.message()).isEqualTo("the failure is too large to be sent");
    }

    @Test
    void progressWithALongMessageArrivesWithoutIt() {
        registry.register(
                OperationSpec.query("test.report").build(),
                (input, context) -> {
                    context.progress(1, 2.0, "x".repeat(5_000));
                    return input;
                });
        Call call = Call.builder().requestId("r-1").to("test.report", EMPTY);
        link.listener.received(new Requested(call, false, null, true));

        await().atMost(SOON).until(() -> link.sent.size() == 2);
        assertThat(link.sent.getFirst())
                .isEqualTo(new Progressed("r-1", new Progress(1, 2.0, null)));
        assertThat(link.sent.getLast()).isInstanceOf(Responded.class);
    }

    @Test
    void aBlockedSenderGivesUpAtTheDeadlineOfItsCall() {
        link.free.drainPermits();
        long begin = System.nanoTime();
        CallBuilder options = Call.builder().deadline(TimeSource.system().now().plusMillis(100));
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> peer.requests().call(options.to("far.op", EMPTY)))
                .extracting(CallException::code)
                .isEqualTo("TIMEOUT");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SOON);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        link.free.release(100);
    }

    @Test
    void refusalsGoOnAfterAnErrorOfTheMachine() {
        Refusals refusals = new Refusals(link);
        refusals.send("r-1", new CallException("OVERLOADED", "no memory"));
        refusals.send("r-2", new CallException("OVERLOADED", "too many calls"));
        await().atMost(SOON).until(() -> link.sent.size() == 1);
        assertThat(link.sent.getFirst().requestId()).isEqualTo("r-2");
    }

    @Test
    void aLongErrorOfAPeerIsShortened() {
        Thread answering =
                Thread.startVirtualThread(
                        () -> {
                            await().atMost(SOON).until(() -> !link.sent.isEmpty());
                            link.listener.received(
                                    new Failed(
                                            link.sent.getFirst().requestId(),
                                            "C".repeat(3_000_000),
                                            "M".repeat(3_000_000),
                                            null,
                                            false));
                        });
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> peer.call("far.op", EMPTY))
                .satisfies(
                        failure -> {
                            assertThat(failure.code()).hasSizeLessThan(200);
                            assertThat(failure.getMessage()).hasSizeLessThan(5_000);
                        });
        assertThat(answering.isInterrupted()).isFalse();
    }

    @Test
    void aGapInTheNumbersOfItemsEndsTheStream() {
        try (Subscription<JsonNode> items = peer.subscribe("far.items", EMPTY)) {
            String id = link.sent.getFirst().requestId();
            for (long sequence : new long[] {0, 1, 3}) {
                link.listener.received(
                        new Responded(id, ResponseEnvelope.local(EMPTY, "far.items"), sequence));
            }
            items.next();
            items.next();
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(items::next)
                    .withMessage("item 2 of the stream was lost")
                    .extracting(CallException::code)
                    .isEqualTo("UNAVAILABLE");
        }
    }

    @Test
    void creditBeyondAllBoundsIsNoLessThanAnyNumber() throws InterruptedException {
        ActiveCall call = new ActiveCall(windowed(), Deadlines.NONE, link);
        for (int i = 0; i < 10_000; i++) {
            call.addCredits(1_000_000);
        }
        call.addCredits(Integer.MAX_VALUE);
        call.addCredits(-5);
        assertThat(call.awaitCredit(SOON)).isTrue();
    }

    @Test
    void aReaderThatGivesNoCreditDoesNotHoldItsPlaceForEver() throws InterruptedException {
        ActiveCall call = new ActiveCall(windowed(), Deadlines.NONE, link);
        assertThat(call.awaitCredit(Duration.ofMillis(10))).isTrue();
        assertThat(call.awaitCredit(Duration.ofMillis(10))).isFalse();
    }

    private static Requested windowed() {
        return new Requested(
                Call.builder().requestId("r-1").window(1).to("a.b", EMPTY), true, null, false);
    }

    @Test
    void aWindowThatNoPeerTakesIsRefusedHere() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Call.builder().window(2_000_000))
                .withMessage("window should be from 1 to 1000000 but is 2000000");
    }

    @Test
    void bothEndsOpenedAtOnceAreToldOnceThatTheyAreUp() throws Exception {
        for (int i = 0; i < 200; i++) {
            InProcessLink.Pair pair = InProcessLink.pair();
            Ignoring left = new Ignoring();
            Ignoring right = new Ignoring();
            CyclicBarrier together = new CyclicBarrier(2);
            Thread other =
                    Thread.startVirtualThread(
                            () -> {
                                meet(together);
                                pair.right().open(right);
                            });
            meet(together);
            pair.left().open(left);
            other.join();
            assertThat(left.ups).hasValue(1);
            assertThat(right.ups).hasValue(1);
        }
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
