package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;

@ExtendWith(LeakCheck.class)
class SubscriptionPublisherTest {
    private static StreamHandler counting(int last) {
        return (input, context, emitter) -> {
            for (int i = 1; i <= last; i++) {
                emitter.emit(i);
            }
        };
    }

    private static class Reader implements Flow.Subscriber<ResponseEnvelope<JsonNode>> {
        private final long wanted;
        private final List<Object> events = new CopyOnWriteArrayList<>();
        private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();

        Reader(long wanted) {
            this.wanted = wanted;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            this.subscription.complete(subscription);
            subscription.request(wanted);
        }

        @Override
        public void onNext(ResponseEnvelope<JsonNode> item) {
            events.add(item.data().intValue());
        }

        @Override
        public void onError(Throwable failure) {
            events.add(failure.toString());
        }

        @Override
        public void onComplete() {
            events.add("complete");
        }
    }

    private static Reader read(OperationRegistry registry, StreamHandler handler, long wanted) {
        registry.register(subscription("a.watch"), handler);
        Reader reader = new Reader(wanted);
        registry.subscribe("a.watch", NOTHING).publisher().subscribe(reader);
        return reader;
    }

    private static void awaitEvents(Reader reader, Object... events) {
        await().untilAsserted(() -> assertThat(reader.events).containsExactly(events));
    }

    @Test
    void everythingIsPassedOnAndCompleted(OperationRegistry registry) {
        awaitEvents(read(registry, counting(3), Long.MAX_VALUE), 1, 2, 3, "complete");
    }

    @Test
    void theEndNeedsNoDemand(OperationRegistry registry) {
        awaitEvents(read(registry, counting(3), 3), 1, 2, 3, "complete");
    }

    @Test
    void aFailureNeedsNoDemand(OperationRegistry registry) {
        StreamHandler failing =
                (input, context, emitter) -> {
                    emitter.emit(1);
                    throw new CallException(ErrorCode.UNAVAILABLE, "gone");
                };
        awaitEvents(read(registry, failing, 1), 1, "CallException: UNAVAILABLE: gone");
    }

    @Test
    void aSubscriberThatWantsNothingIsToldThatTheStreamWasEnded(OperationRegistry registry) {
        registry.register(
                subscription("a.watch"),
                (input, context, emitter) -> {
                    emitter.emit(1);
                    emitter.emit(2);
                    Calls.waitForInterrupt();
                });
        Cancellation cancellation = Cancellation.create();
        CallBuilder context = Call.builder().cancellation(cancellation);
        Reader reader = new Reader(1);
        registry.subscribe(context.to("a.watch", NOTHING)).publisher().subscribe(reader);
        awaitEvents(reader, 1);

        cancellation.cancel("it is late");

        awaitEvents(reader, 1, "CallException: ABORTED: it is late");
    }

    @Test
    @SuppressWarnings("NullAway")
    void thereMustBeASubscriber(OperationRegistry registry) {
        registry.register(subscription("a.watch"), counting(1));
        try (Subscription<JsonNode> stream = registry.subscribe("a.watch", NOTHING)) {
            assertThatNullPointerException()
                    .isThrownBy(() -> stream.publisher().subscribe(null))
                    .withMessage("subscriber");
        }
    }

    @Test
    void noMoreIsPassedOnThanWasAskedFor(OperationRegistry registry) {
        Reader reader = read(registry, counting(5), 2);
        awaitEvents(reader, 1, 2);

        reader.subscription.join().request(1);
        awaitEvents(reader, 1, 2, 3);
        reader.subscription.join().cancel();

        awaitEvents(reader, 1, 2, 3);
    }

    @Test
    void cancellingClosesTheStream(OperationRegistry registry) {
        Reader reader = read(registry, counting(Integer.MAX_VALUE), 1);
        awaitEvents(reader, 1);

        reader.subscription.join().cancel();

        await().until(() -> registry.openSubscriptions() == 0);
    }

    @Test
    void aFailureIsPassedOn(OperationRegistry registry) {
        StreamHandler failing =
                (input, context, emitter) -> {
                    emitter.emit(1);
                    throw new CallException(ErrorCode.UNAVAILABLE, "gone");
                };

        awaitEvents(read(registry, failing, Long.MAX_VALUE), 1, "CallException: UNAVAILABLE: gone");
    }

    @Test
    void askingForNothingIsAnError(OperationRegistry registry) {
        awaitEvents(
                read(registry, counting(3), 0),
                "java.lang.IllegalArgumentException: request more than nothing (rule 3.9)");
    }

    @Test
    void askingForNothingIsNoticedOnAQuietStream(OperationRegistry registry) {
        StreamHandler quiet = (input, context, emitter) -> Calls.waitForInterrupt();
        Reader reader = read(registry, quiet, 1);

        reader.subscription.join().request(0);

        awaitEvents(
                reader, "java.lang.IllegalArgumentException: request more than nothing (rule 3.9)");
    }

    @Test
    void demandBeyondTheLargestNumberIsUnbounded(OperationRegistry registry) {
        registry.register(
                subscription("a.watch"),
                (input, context, emitter) -> {
                    emitter.emit(1);
                    emitter.emit(2);
                });
        Reader reader =
                new Reader(Long.MAX_VALUE) {
                    @Override
                    public void onSubscribe(Flow.Subscription subscription) {
                        super.onSubscribe(subscription);
                        subscription.request(Long.MAX_VALUE);
                        subscription.request(5);
                    }
                };
        registry.subscribe("a.watch", NOTHING).publisher().subscribe(reader);

        awaitEvents(reader, 1, 2, "complete");
    }

    @Test
    void aSubscriberThatFailsAtTheEndGetsNoSecondSignal(OperationRegistry registry) {
        registry.register(subscription("a.watch"), counting(1));
        Reader reader =
                new Reader(Long.MAX_VALUE) {
                    @Override
                    public void onComplete() {
                        super.onComplete();
                        throw new IllegalStateException("a bug of the subscriber");
                    }
                };
        try (LogCapture log = new LogCapture()) {
            registry.subscribe("a.watch", NOTHING).publisher().subscribe(reader);

            await().until(() -> log.text().contains("A subscriber failed at the end"));
        }
        awaitEvents(reader, 1, "complete");
    }

    @Test
    void thereIsOneReader(OperationRegistry registry) {
        registry.register(subscription("a.watch"), counting(1));
        Reader first = new Reader(Long.MAX_VALUE);
        Reader second = new Reader(Long.MAX_VALUE);
        Flow.Publisher<ResponseEnvelope<JsonNode>> publisher =
                registry.subscribe("a.watch", NOTHING).publisher();

        publisher.subscribe(first);
        publisher.subscribe(second);

        awaitEvents(first, 1, "complete");
        awaitEvents(second, "java.lang.IllegalStateException: a subscription has one reader");
    }
}
