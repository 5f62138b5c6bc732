package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.failure;
import static dev.alkdev.operations.Calls.subscription;
import static dev.alkdev.operations.Calls.waitForInterrupt;
import static dev.alkdev.operations.Golden.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.testkit.LeakCheck;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

@Timeout(60)
@ExtendWith(LeakCheck.class)
class StreamSinkTest {
    private final HandDrivenClock clock = new HandDrivenClock();
    private OperationRegistry registry = OperationRegistry.create();
    private final List<Integer> taken = new ArrayList<>();

    @BeforeEach
    void useTheClock(LeakCheck leaks) {
        registry = leaks.watch(OperationRegistry.builder().time(clock).build());
    }

    private void stream(StreamHandler handler, StreamSink sink) {
        stream(handler, sink, Call.builder());
    }

    private void stream(StreamHandler handler, StreamSink sink, CallBuilder call) {
        registry.replace(OperationBinding.of(subscription("a.watch"), handler));
        registry.stream(call.to("a.watch", NOTHING), sink);
    }

    private void take(ResponseEnvelope<JsonNode> item) {
        taken.add(item.data().intValue());
    }

    private static StreamHandler counting(int last) {
        return (input, context, emitter) -> {
            for (int i = 1; i <= last; i++) {
                emitter.emit(i);
            }
        };
    }

    @Test
    void anItemThatIsKeptStaysAsItWasEmitted() {
        List<JsonNode> kept = new ArrayList<>();

        stream(StreamSinkTest::emitOneObjectTwice, item -> kept.add(item.data()));

        assertThat(kept).containsExactly(json("{'n': 1}"), json("{'n': 2}"));
    }

    @Test
    void anItemThatIsWrittenAtOnceIsNotCopied() {
        List<String> written = new ArrayList<>();
        Set<JsonNode> items = Collections.newSetFromMap(new IdentityHashMap<>());

        stream(
                StreamSinkTest::emitOneObjectTwice,
                new StreamSink() {
                    @Override
                    public boolean writesAtOnce() {
                        return true;
                    }

                    @Override
                    public void item(ResponseEnvelope<JsonNode> item) {
                        written.add(item.data().toString());
                        items.add(item.data());
                    }
                });

        assertThat(written).containsExactly("{\"n\":1}", "{\"n\":2}");
        assertThat(items).hasSize(1);
    }

    private static void emitOneObjectTwice(
            JsonNode input, OperationContext context, Emitter<@Nullable Object> emitter) {
        ObjectNode item = JsonNodeFactory.instance.objectNode();
        emitter.emit(item.put("n", 1));
        emitter.emit(item.put("n", 2));
    }

    @Test
    void theHandlerRunsOnTheThreadOfTheCallerUntilItEnds() {
        AtomicReference<Thread> handler = new AtomicReference<>();
        StreamHandler watched =
                (input, context, emitter) -> {
                    handler.set(Thread.currentThread());
                    counting(3).handle(input, context, emitter);
                };

        stream(watched, this::take);

        assertThat(taken).containsExactly(1, 2, 3);
        assertThat(handler.get()).isSameAs(Thread.currentThread());
        assertThat(registry.openSubscriptions()).isZero();
    }

    @Test
    void theSinkLearnsThatTheCallWasAcceptedBeforeTheHandlerRuns() {
        List<String> order = new ArrayList<>();
        StreamSink sink =
                new StreamSink() {
                    @Override
                    public void open() {
                        order.add("open");
                    }

                    @Override
                    public void item(ResponseEnvelope<JsonNode> item) {
                        order.add("item " + item.data());
                    }
                };

        stream(
                (input, context, emitter) -> {
                    order.add("handler");
                    emitter.emit(1);
                },
                sink);

        assertThat(order).containsExactly("open", "handler", "item 1");
    }

    @Test
    void aCallThatIsRefusedDoesNotOpenTheSink() {
        StreamSink never =
                new StreamSink() {
                    @Override
                    public void open() {
                        throw new AssertionError("opened");
                    }

                    @Override
                    public void item(ResponseEnvelope<JsonNode> item) {
                        throw new AssertionError("an item");
                    }
                };

        CallException unknown =
                failure(() -> registry.stream(Call.of("a.missing", NOTHING), never));
        assertThat(unknown.code()).isEqualTo("OPERATION_NOT_FOUND");
    }

    @Test
    void aFailureOfTheHandlerIsThrown() {
        CallException failure =
                failure(
                        () ->
                                stream(
                                        (input, context, emitter) -> {
                                            emitter.emit(1);
                                            throw new CallException(
                                                    ErrorCode.EXECUTION_ERROR, "enough");
                                        },
                                        this::take));

        assertThat(failure.toJson())
                .isEqualTo(json("{'code':'EXECUTION_ERROR','message':'enough'}"));
        assertThat(taken).containsExactly(1);
    }

    @Nested
    class ASinkThatEndsTheStream {
        private final CallException enough =
                new CallException(ErrorCode.VALIDATION_ERROR, "too large")
                        .withDetails(json("{'size':7}"));

        private void takeTwo(ResponseEnvelope<JsonNode> item) {
            take(item);
            if (taken.size() == 2) {
                throw enough;
            }
        }

        @Test
        void isWhatTheStreamFailsWith() {
            assertThat(failure(() -> stream(counting(5), this::takeTwo)).toJson())
                    .isEqualTo(enough.toJson());
            assertThat(taken).containsExactly(1, 2);
        }

        @Test
        void endsAHandlerThatTakesNoNotice() {
            StreamHandler stubborn =
                    (input, context, emitter) -> {
                        for (int i = 1; i <= 5; i++) {
                            int item = i;
                            var unused =
                                    catchThrowableOfType(
                                            CallException.class, () -> emitter.emit(item));
                        }
                        waitForInterrupt();
                    };

            assertThat(failure(() -> stream(stubborn, this::takeTwo)).toJson())
                    .isEqualTo(enough.toJson());
            assertThat(taken).containsExactly(1, 2);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }

        @Test
        void mayDoSoBeforeTheFirstItem() {
            StreamSink closed =
                    new StreamSink() {
                        @Override
                        public void open() {
                            throw enough;
                        }

                        @Override
                        public void item(ResponseEnvelope<JsonNode> item) {
                            take(item);
                        }
                    };

            assertThat(failure(() -> stream(counting(1), closed)).toJson())
                    .isEqualTo(enough.toJson());
            assertThat(taken).isEmpty();
        }
    }

    @Nested
    class ASinkThatBlocks {
        private final Cancellation cancellation = Cancellation.create();
        private final CountDownLatch blocked = new CountDownLatch(1);

        private void block(ResponseEnvelope<JsonNode> item) throws InterruptedException {
            blocked.countDown();
            new CountDownLatch(1).await();
        }

        @Test
        void isInterruptedWhenTheCallIsCancelled() {
            CompletableFuture<CallException> end = new CompletableFuture<>();
            CallBuilder call = Call.builder().cancellation(cancellation);
            Thread.startVirtualThread(
                    () -> end.complete(failure(() -> stream(counting(5), this::block, call))));
            await().until(() -> blocked.getCount() == 0);

            cancellation.cancel("no more");

            assertThat(end.join().toJson())
                    .isEqualTo(json("{'code':'ABORTED','message':'no more'}"));
        }

        @Test
        void isInterruptedOnWhateverThreadTheItemCame() {
            CompletableFuture<CallException> refused = new CompletableFuture<>();
            StreamHandler elsewhere =
                    (input, context, emitter) -> {
                        Thread.startVirtualThread(
                                () -> refused.complete(failure(() -> emitter.emit(1))));
                        waitForInterrupt();
                    };
            CompletableFuture<CallException> end = new CompletableFuture<>();
            CallBuilder call = Call.builder().cancellation(cancellation);
            Thread.startVirtualThread(
                    () -> end.complete(failure(() -> stream(elsewhere, this::block, call))));
            await().until(() -> blocked.getCount() == 0);

            cancellation.cancel("no more");

            assertThat(end.join().getMessage()).isEqualTo("no more");
            assertThat(refused.join().code()).isEqualTo("ABORTED");
        }

        @Test
        void isNoSilence() {
            CompletableFuture<CallException> end = new CompletableFuture<>();
            CallBuilder call =
                    Call.builder().cancellation(cancellation).idleTimeout(Duration.ofSeconds(1));
            Thread.startVirtualThread(
                    () -> end.complete(failure(() -> stream(counting(5), this::block, call))));
            await().until(() -> blocked.getCount() == 0);

            clock.advance(Duration.ofSeconds(10));
            cancellation.cancel("no more");

            assertThat(end.join().getMessage()).isEqualTo("no more");
        }
    }

    @Test
    void itemsOfSeveralThreadsComeOneAtATimeAndNoneAfterTheEnd() throws InterruptedException {
        AtomicReference<Emitter<?>> kept = new AtomicReference<>();
        int threads = 4;
        int each = 200;
        StreamHandler shared =
                (input, context, emitter) -> {
                    kept.set(emitter);
                    List<Thread> running = new ArrayList<>();
                    for (int i = 0; i < threads; i++) {
                        running.add(
                                Thread.startVirtualThread(
                                        () -> {
                                            for (int k = 0; k < each; k++) {
                                                emitter.emit(k);
                                            }
                                        }));
                    }
                    for (Thread thread : running) {
                        thread.join();
                    }
                };

        // A list that two threads add to at once would lose some.
        stream(shared, this::take);

        assertThat(taken).hasSize(threads * each);
        @SuppressWarnings("unchecked")
        Emitter<Object> late = (Emitter<Object>) Objects.requireNonNull(kept.get());
        assertThat(failure(() -> late.emit(1)).getMessage())
                .isEqualTo("the reader closed the stream");
        assertThat(taken).hasSize(threads * each);
    }

    @Test
    void observersLearnOfItemsAndTheEndBeforeTheCallerDoes(LeakCheck leaks) {
        List<String> seen = new ArrayList<>();
        CallObserver observer =
                call -> {
                    call.onRunning(() -> seen.add("running"));
                    return new CallObserver.Observation() {
                        @Override
                        public void item() {
                            seen.add("item");
                        }

                        @Override
                        public void ended(ObservedCall call) {
                            seen.add(call.outcome());
                        }
                    };
                };
        registry = leaks.watch(OperationRegistry.builder().observer(observer).build());

        stream(counting(2), this::take);

        assertThat(seen).containsExactly("running", "item", "item", "ok");
    }
}
