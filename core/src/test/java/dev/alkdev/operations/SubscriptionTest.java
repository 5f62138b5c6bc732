package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.failure;
import static dev.alkdev.operations.Calls.subscription;
import static dev.alkdev.operations.Calls.waitForInterrupt;
import static dev.alkdev.operations.Golden.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

@ExtendWith(LeakCheck.class)
class SubscriptionTest {
    private final HandDrivenClock clock = new HandDrivenClock();
    private OperationRegistry registry = OperationRegistry.create();

    @BeforeEach
    void useTheClock(LeakCheck leaks) {
        registry = leaks.watch(OperationRegistry.builder().time(clock).streamBuffer(2).build());
    }

    private Subscription<JsonNode> open(StreamHandler handler) {
        registry.replace(OperationBinding.of(subscription("a.watch"), handler));
        return registry.subscribe("a.watch", NOTHING);
    }

    private static List<Integer> numbers(Iterable<ResponseEnvelope<JsonNode>> items) {
        List<Integer> numbers = new ArrayList<>();
        items.forEach(item -> numbers.add(item.data().intValue()));
        return numbers;
    }

    /** Emits 1, 2, 3 and so on, to the last. */
    private static StreamHandler counting(int last) {
        return (input, context, emitter) -> {
            for (int i = 1; i <= last; i++) {
                emitter.emit(i);
            }
        };
    }

    private static StreamHandler silent() {
        return (input, context, emitter) -> waitForInterrupt();
    }

    @Nested
    class Reading {
        @Test
        void everythingIsReadInOrderAndThenItEnds() {
            try (Subscription<JsonNode> stream = open(counting(1000))) {
                List<Integer> numbers = numbers(stream);

                assertThat(numbers).hasSize(1000).isSorted();
                assertThat(stream.hasNext()).isFalse();
                assertThatThrownBy(stream::next)
                        .isInstanceOf(NoSuchElementException.class)
                        .hasMessage("the stream has ended");
            }
        }

        @Test
        void everyItemIsAnEnvelope() {
            try (Subscription<JsonNode> stream = open(counting(1))) {
                assertThat(stream.next())
                        .isEqualTo(
                                new ResponseEnvelope<>(
                                        json("1"), new LocalMeta("a.watch", clock.millis())));
            }
        }

        @Test
        void anItemMayCarryThePlaceToGoOnAfter() {
            registry.replace(
                    OperationBinding.of(
                            subscription("a.watch"),
                            (input, context, emitter) -> {
                                int last = context.lastEventId().map(Integer::parseInt).orElse(0);
                                emitter.emit(last + 1, "" + (last + 1));
                            }));
            CallBuilder resuming =
                    Call.builder().lastEventId("7").metadata(Map.of("other", json("1")));

            try (Subscription<JsonNode> stream =
                    registry.subscribe(resuming.to("a.watch", NOTHING))) {
                ResponseEnvelope<JsonNode> item = stream.next();
                assertThat(item.data()).isEqualTo(json("8"));
                assertThat(item.meta())
                        .isEqualTo(new LocalMeta("a.watch", clock.millis(), "8"))
                        .isEqualTo(ResponseMeta.fromJson(item.meta().toJson()));
            }
        }

        @Test
        void aPlaceIsNotHandedOnToNestedStreams() {
            registry.register(
                    subscription("a.inner"),
                    (input, context, emitter) ->
                            emitter.emit(
                                    List.of(
                                            context.lastEventId().orElse("none"),
                                            context.metadata().keySet())));
            registry.replace(
                    OperationBinding.of(
                            subscription("a.watch"),
                            (input, context, emitter) -> {
                                try (Subscription<JsonNode> inner =
                                        context.env().subscribe("a.inner", NOTHING)) {
                                    inner.forEachRemaining(emitter::emit);
                                }
                            }));
            CallBuilder resuming =
                    Call.builder().metadata(Map.of("other", json("1"))).lastEventId("7");

            try (Subscription<JsonNode> stream =
                    registry.subscribe(resuming.to("a.watch", NOTHING))) {
                assertThat(stream.next().data()).isEqualTo(json("['none',['other']]"));
            }
        }

        @Test
        void aFailureComesAfterTheItemsBeforeIt() {
            StreamHandler failing =
                    (input, context, emitter) -> {
                        emitter.emit(1);
                        emitter.emit(2);
                        throw new CallException(ErrorCode.UNAVAILABLE, "gone");
                    };
            try (Subscription<JsonNode> stream = open(failing)) {
                await().until(() -> registry.openSubscriptions() == 0);

                assertThat(stream.next().data()).isEqualTo(json("1"));
                assertThat(stream.next().data()).isEqualTo(json("2"));
                assertThat(failure(stream::next).toJson())
                        .isEqualTo(
                                json("{'code':'UNAVAILABLE','message':'gone','retryable':true}"));
                assertThat(failure(stream::next).code()).isEqualTo("UNAVAILABLE");
            }
        }

        @Test
        void anAccidentGivesNothingAway() {
            StreamHandler failing =
                    (input, context, emitter) -> {
                        throw new IllegalStateException("password is 1234");
                    };
            try (LogCapture log = new LogCapture();
                    Subscription<JsonNode> stream = open(failing)) {
                assertThat(failure(stream::next).toJson())
                        .isEqualTo(json("{'code':'EXECUTION_ERROR','message':'a.watch failed'}"));
                assertThat(log.text()).contains("password is 1234");
            }
        }

        @Test
        void anInterruptOfTheReaderLeavesTheStreamOpen() {
            CountDownLatch go = new CountDownLatch(1);
            StreamHandler waiting =
                    (input, context, emitter) -> {
                        go.await();
                        emitter.emit(1);
                    };
            try (Subscription<JsonNode> stream = open(waiting)) {
                Thread.currentThread().interrupt();
                assertThat(failure(stream::next).code()).isEqualTo("ABORTED");
                assertThat(Thread.interrupted()).isTrue();

                go.countDown();
                assertThat(stream.next().data()).isEqualTo(json("1"));
            }
        }

        @Test
        void aSlowReaderBlocksTheEmitter() {
            AtomicInteger emitted = new AtomicInteger();
            CompletableFuture<Thread> handler = new CompletableFuture<>();
            StreamHandler eager =
                    (input, context, emitter) -> {
                        handler.complete(Thread.currentThread());
                        while (true) {
                            emitter.emit(emitted.incrementAndGet());
                        }
                    };
            try (Subscription<JsonNode> stream = open(eager)) {
                Thread thread = handler.join();
                await().until(() -> emitted.get() == 3);
                await().until(() -> thread.getState() == Thread.State.WAITING);
                assertThat(emitted).hasValue(3);

                stream.next();

                await().until(() -> emitted.get() == 4);
                await().until(() -> thread.getState() == Thread.State.WAITING);
                assertThat(emitted).hasValue(4);
            }
        }
    }

    @Nested
    class Closing {
        @Test
        void itInterruptsTheHandler() {
            CompletableFuture<Boolean> cancelled = new CompletableFuture<>();
            CountDownLatch started = new CountDownLatch(1);
            StreamHandler waiting =
                    (input, context, emitter) -> {
                        try {
                            started.countDown();
                            waitForInterrupt();
                        } finally {
                            cancelled.complete(context.cancelled());
                        }
                    };
            Subscription<JsonNode> stream = open(waiting);
            await().until(() -> started.getCount() == 0);
            assertThat(registry.openSubscriptions()).isEqualTo(1);

            stream.close();
            stream.close();

            assertThat(cancelled.join()).isTrue();
            assertThat(registry.openSubscriptions()).isZero();
            assertThat(stream.hasNext()).isFalse();
        }

        @Test
        void itFreesAnEmitterThatWaitsForTheReader() {
            CompletableFuture<CallException> refused = new CompletableFuture<>();
            StreamHandler eager =
                    (input, context, emitter) -> {
                        while (!refused.isDone()) {
                            try {
                                emitter.emit(1);
                            } catch (CallException e) {
                                refused.complete(e);
                            }
                        }
                    };

            Subscription<JsonNode> stream = open(eager);
            assertThat(stream.hasNext()).isTrue();

            stream.close();

            assertThat(refused.join().code()).isEqualTo("ABORTED");
        }

        @Test
        void itWakesAReaderOnAnotherThread() throws Exception {
            Subscription<JsonNode> stream = open(silent());
            CompletableFuture<Boolean> hadNext = new CompletableFuture<>();
            Thread reader = Thread.ofVirtual().start(() -> hadNext.complete(stream.hasNext()));
            await().until(() -> reader.getState() == Thread.State.WAITING);

            stream.close();
            reader.join();

            assertThat(hadNext.join()).isFalse();
        }

        @Test
        void itDoesNotWaitForEverForAHandlerThatDoesNotHeed() {
            CountDownLatch started = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            StreamHandler stubborn =
                    (input, context, emitter) -> {
                        started.countDown();
                        boolean released = false;
                        while (!released) {
                            try {
                                release.await();
                                released = true;
                            } catch (InterruptedException ignored) {
                                Thread.onSpinWait();
                            }
                        }
                    };
            Subscription<JsonNode> stream = open(stubborn);
            await().until(() -> started.getCount() == 0);

            try (LogCapture log = new LogCapture()) {
                stream.close();
                assertThat(log.lines())
                        .containsExactly(
                                "WARN OperationRegistry - The handler of a.watch still runs"
                                    + " although its stream was closed: it should end when it is"
                                    + " interrupted");
            }

            assertThat(registry.openSubscriptions()).isEqualTo(1);
            release.countDown();
        }

        @Test
        void whatFailsBecauseOfItIsNotLogged() {
            StreamHandler failing =
                    (input, context, emitter) -> {
                        emitter.emit(1);
                        try {
                            waitForInterrupt();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException("connection closed", e);
                        }
                    };
            try (LogCapture log = new LogCapture()) {
                Subscription<JsonNode> stream = open(failing);
                stream.next();
                stream.close();
                assertThat(log.text()).isEmpty();
            }
        }
    }

    @Nested
    class AsAStream {
        @Test
        void closingTheViewClosesTheSubscription() {
            Subscription<JsonNode> subscription = open(counting(1_000_000));
            try (Stream<ResponseEnvelope<JsonNode>> stream = subscription.stream()) {
                assertThat(stream.limit(3).map(item -> item.data().intValue()))
                        .containsExactly(1, 2, 3);
            }

            assertThat(registry.openSubscriptions()).isZero();
        }
    }

    @Test
    void aReaderMayAskForASmallerBuffer() {
        AtomicInteger emitted = new AtomicInteger();
        registry.register(
                subscription("a.counted"),
                (input, context, emitter) -> {
                    while (true) {
                        emitter.emit(1);
                        emitted.incrementAndGet();
                    }
                });
        CallBuilder context = Call.builder().window(1);
        try (Subscription<JsonNode> items = registry.subscribe(context.to("a.counted", NOTHING))) {
            assertThat(items.hasNext()).isTrue();
            await().during(Duration.ofMillis(100)).until(() -> emitted.get() == 1);
        }
    }

    @Nested
    class Leaks {
        @Test
        void tenThousandAbandonedStreamsLeaveNoThread() {
            registry.register(subscription("a.endless"), counting(Integer.MAX_VALUE));
            registry.register(subscription("a.silent"), silent());

            for (int i = 0; i < 5_000; i++) {
                registry.subscribe("a.endless", NOTHING).close();
                registry.subscribe("a.silent", NOTHING).close();
            }

            assertThat(registry.openSubscriptions()).isZero();
            assertThat(clock.pending()).isZero();
        }

        @Test
        void aStreamThatIsDroppedWithoutBeingClosedIsFound() {
            for (int i = 0; i < 10; i++) {
                assertThat(open(counting(Integer.MAX_VALUE)).hasNext()).isTrue();
            }

            await().until(
                            () -> {
                                System.gc();
                                return registry.openSubscriptions() == 0;
                            });
        }
    }
}
