package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.failure;
import static dev.alkdev.operations.Calls.subscription;
import static dev.alkdev.operations.Calls.waitForInterrupt;
import static dev.alkdev.operations.Golden.json;

import static org.assertj.core.api.Assertions.assertThat;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

@ExtendWith(LeakCheck.class)
class SubscriptionEndTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final HandDrivenClock clock = new HandDrivenClock();
    private OperationRegistry registry = OperationRegistry.create();

    @BeforeEach
    void useTheClock(LeakCheck leaks) {
        registry = leaks.watch(OperationRegistry.builder().time(clock).streamBuffer(2).build());
    }

    private Subscription<JsonNode> open(StreamHandler handler) {
        return open(handler, Call.builder());
    }

    private Subscription<JsonNode> open(StreamHandler handler, CallBuilder context) {
        registry.replace(OperationBinding.of(subscription("a.watch"), handler));
        return registry.subscribe(context.to("a.watch", NOTHING));
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
    class EndingFromOutside {
        private final Cancellation cancellation = Cancellation.create();

        @Test
        void aCancelledParentEndsTheStreamAtOnce() {
            CallBuilder context = Call.builder().cancellation(cancellation);
            try (Subscription<JsonNode> stream = open(counting(100), context)) {
                assertThat(stream.hasNext()).isTrue();

                cancellation.cancel();

                assertThat(failure(stream::next).toJson())
                        .isEqualTo(json("{'code':'ABORTED','message':'the call was cancelled'}"));
            }
            assertThat(cancellation.pending()).isZero();
        }

        @Test
        void aStreamUnderACancelledParentDoesNotBegin() {
            cancellation.cancel();
            AtomicInteger runs = new AtomicInteger();
            StreamHandler handler = (input, context, emitter) -> runs.incrementAndGet();

            CallBuilder context = Call.builder().cancellation(cancellation);
            assertThat(failure(() -> open(handler, context)).code()).isEqualTo("ABORTED");
            assertThat(runs).hasValue(0);
        }

        @Test
        void closingTheStreamDoesNotCancelTheParent() {
            CallBuilder context = Call.builder().cancellation(cancellation);

            open(silent(), context).close();

            assertThat(cancellation.isCancelled()).isFalse();
            assertThat(cancellation.pending()).isZero();
        }

        @Test
        void aDeadlineIsTheEndOfTheWholeStream() {
            CallBuilder context = Call.builder().deadline(clock.now().plus(SECOND));
            try (Subscription<JsonNode> stream = open(silent(), context)) {
                clock.advance(SECOND);

                assertThat(failure(stream::next).toJson())
                        .isEqualTo(
                                json(
                                        "{'code':'TIMEOUT','message':'a.watch did not end by its"
                                                + " deadline'}"));
            }
            assertThat(clock.pending()).isZero();
        }
    }

    @Nested
    class Idleness {
        private final CallBuilder impatient = Call.builder().idleTimeout(SECOND);

        @Test
        void aStreamThatIsSilentForTooLongTimesOut() {
            try (Subscription<JsonNode> stream = open(silent(), impatient)) {
                await().until(() -> clock.pending() == 1);
                clock.advance(SECOND);

                assertThat(failure(stream::next).toJson())
                        .isEqualTo(
                                json(
                                        "{'code':'TIMEOUT','message':'a.watch: the stream sent"
                                                + " nothing for 1000 ms'}"));
            }
            assertThat(clock.pending()).isZero();
        }

        @Test
        void everyItemStartsTheTimeAnew() {
            CountDownLatch go = new CountDownLatch(1);
            StreamHandler handler =
                    (input, context, emitter) -> {
                        go.await();
                        emitter.emit(1);
                        waitForInterrupt();
                    };
            try (Subscription<JsonNode> stream = open(handler, impatient)) {
                await().until(() -> clock.pending() == 1);
                clock.advance(Duration.ofMillis(600));
                go.countDown();
                assertThat(stream.next().data()).isEqualTo(json("1"));

                clock.advance(Duration.ofMillis(400));
                assertThat(clock.pending()).isEqualTo(1);
                clock.advance(Duration.ofMillis(600));

                assertThat(failure(stream::next).code()).isEqualTo("TIMEOUT");
            }
        }

        @Test
        void aStreamThatEndsTakesItsTimerBack() {
            try (Subscription<JsonNode> stream = open(counting(1), impatient)) {
                assertThat(numbers(stream)).containsExactly(1);
                await().until(() -> registry.openSubscriptions() == 0);
                assertThat(clock.pending()).isZero();
            }
        }

        @Test
        void aSlowReaderIsNotIdleness() {
            CompletableFuture<Thread> handler = new CompletableFuture<>();
            StreamHandler eager =
                    (input, context, emitter) -> {
                        handler.complete(Thread.currentThread());
                        counting(4).handle(input, context, emitter);
                    };
            try (Subscription<JsonNode> stream = open(eager, impatient)) {
                await().until(() -> handler.join().getState() == Thread.State.WAITING);
                clock.advance(SECOND.multipliedBy(10));

                assertThat(numbers(stream)).containsExactly(1, 2, 3, 4);
            }
        }

        @Test
        void theRegistryHasADefault(LeakCheck leaks) {
            registry =
                    leaks.watch(
                            OperationRegistry.builder().time(clock).idleTimeout(SECOND).build());
            try (Subscription<JsonNode> stream = open(silent())) {
                await().until(() -> clock.pending() == 1);
                clock.advance(SECOND);

                assertThat(failure(stream::next).code()).isEqualTo("TIMEOUT");
            }
        }
    }
}
