package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.failure;
import static dev.alkdev.operations.Calls.query;
import static dev.alkdev.operations.Calls.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Handlers that return futures, and values that are not data. */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class AsyncHandlerTest {
    private final CompletableFuture<Object> pending = new CompletableFuture<>();

    private static CompletionStage<Object> later(Object value) {
        return CompletableFuture.supplyAsync(() -> value);
    }

    @Nested
    class Results {
        @Test
        void areNeverAwaitedWithoutEnd(OperationRegistry registry) {
            CompletableFuture<Object> one = new CompletableFuture<>();
            CompletableFuture<Object> other = new CompletableFuture<>();
            one.complete(other);
            other.complete(one);
            registry.register(query("a.circle"), (input, context) -> one);

            assertThat(failure(() -> registry.execute("a.circle", NOTHING)))
                    .hasMessageContaining("the result of a.circle is not JSON");
        }

        @Test
        void areAwaitedAndCheckedByTheOutputSchema(OperationRegistry registry) {
            Schema count = Schema.parse("{\"properties\": {\"n\": {\"type\": \"integer\"}}}");
            registry.register(
                    OperationSpec.query("a.b").output(count).build(),
                    (input, context) -> later(Map.of("n", "5", "extra", 1)));

            assertThat(registry.execute("a.b", NOTHING).data()).isEqualTo(Json.parse("{\"n\":5}"));
        }

        @Test
        void ofFuturesOfFuturesAndEnvelopesAreAwaited(OperationRegistry registry) {
            registry.register(
                    query("a.b"),
                    (input, context) -> later(ResponseEnvelope.local(later("x"), "other.id")));

            ResponseEnvelope<JsonNode> envelope = registry.execute("a.b", NOTHING);

            assertThat(envelope.data().stringValue()).isEqualTo("x");
            assertThat(envelope.meta()).isInstanceOf(LocalMeta.class);
        }

        @Test
        void ofTypedHandlersAreAwaited(OperationRegistry registry) {
            registry.register(
                    Operation.query("a.b", Void.class, Object.class)
                            .handledBy((input, context) -> later(List.of(1, 2))));

            assertThat(registry.execute("a.b", NOTHING).data()).isEqualTo(Json.parse("[1,2]"));
        }

        @Test
        void ofNestedCallsAreAwaited(OperationRegistry registry) {
            registry.register(query("a.inner"), (input, context) -> later("inner"));
            registry.register(
                    query("a.outer"),
                    (input, context) -> context.env().call("a.inner", NOTHING).data());

            assertThat(registry.execute("a.outer", NOTHING).data().stringValue())
                    .isEqualTo("inner");
        }

        @Test
        void ofStreamsAreAwaitedInTheirOrder(OperationRegistry registry) {
            registry.register(
                    subscription("a.watch"),
                    (input, context, emitter) -> {
                        emitter.emit(later(1));
                        emitter.emit(2);
                        emitter.emit(later(3), "third");
                    });
            registry.register(
                    Operation.subscription("a.typed", Void.class, Object.class)
                            .handledBy((input, context, emitter) -> emitter.emit(later(4))));

            try (Subscription<JsonNode> items = registry.subscribe("a.watch", NOTHING)) {
                assertThat(items.next().data().intValue()).isEqualTo(1);
                assertThat(items.next().data().intValue()).isEqualTo(2);
                ResponseEnvelope<JsonNode> third = items.next();
                assertThat(third.data().intValue()).isEqualTo(3);
                assertThat(third.meta().eventId()).contains("third");
            }
            try (Subscription<JsonNode> items = registry.subscribe("a.typed", NOTHING)) {
                assertThat(items.next().data().intValue()).isEqualTo(4);
            }
        }

        @Test
        void emittedOnOtherThreadsAreAwaited(OperationRegistry registry) {
            registry.register(
                    subscription("a.watch"),
                    (input, context, emitter) ->
                            Thread.ofVirtual().start(() -> emitter.emit(later(1))).join());

            try (Subscription<JsonNode> items = registry.subscribe("a.watch", NOTHING)) {
                assertThat(items.next().data().intValue()).isEqualTo(1);
            }
        }
    }

    @Nested
    class Failures {
        @Test
        void ofFuturesAreThoseOfTheCall(OperationRegistry registry) {
            OperationSpec spec =
                    OperationSpec.query("a.b")
                            .fails(ErrorSpec.of("LOCKED", "It is locked"))
                            .build();
            CallException locked = new CallException("LOCKED", "no").withDetails(Map.of("by", "x"));
            registry.register(
                    spec,
                    (input, context) ->
                            later("x").thenApply(value -> raise(locked)).thenApply(v -> v));

            CallException failure = failure(() -> registry.execute("a.b", NOTHING));

            assertThat(failure.code()).isEqualTo("LOCKED");
            assertThat(failure.details()).contains(Json.parse("{\"by\": \"x\"}"));
        }

        private static Object raise(RuntimeException failure) {
            throw failure;
        }

        @Test
        void ofOtherKindsStayInternal(OperationRegistry registry) {
            registry.register(
                    query("a.b"),
                    (input, context) -> CompletableFuture.failedFuture(new IOException("secret")));

            assertThat(failure(() -> registry.execute("a.b", NOTHING)))
                    .hasMessage("a.b failed")
                    .hasCauseInstanceOf(IOException.class);
        }

        @Test
        void ofItemsEndTheStream(OperationRegistry registry) {
            registry.register(
                    subscription("a.watch"),
                    (input, context, emitter) -> {
                        emitter.emit(1);
                        emitter.emit(
                                CompletableFuture.failedFuture(
                                        new CallException(ErrorCode.UNAVAILABLE, "gone")));
                    });

            try (Subscription<JsonNode> items = registry.subscribe("a.watch", NOTHING)) {
                items.next();
                assertThat(failure(items::hasNext)).hasToString("CallException: UNAVAILABLE: gone");
            }
        }
    }

    @Nested
    class AnEndedCall {
        @Test
        void cancelsTheFutureAtItsDeadline(OperationRegistry registry) {
            registry.register(query("a.b"), (input, context) -> pending);
            // Long enough for the handler to start before the deadline, even in a cold JVM.
            Call call = Call.builder().timeout(Duration.ofSeconds(1)).to("a.b", NOTHING);

            assertThat(failure(() -> registry.execute(call)).code()).isEqualTo(ErrorCode.TIMEOUT);
            assertThat(pending).isCancelled();
        }

        @Test
        void cancelsTheFutureWithoutADeadlineIfItsThreadIsInterrupted(OperationRegistry registry)
                throws InterruptedException {
            registry.register(query("a.b"), (input, context) -> pending);
            AtomicReference<String> code = new AtomicReference<>();
            Thread caller =
                    Thread.ofVirtual()
                            .start(
                                    () ->
                                            code.set(
                                                    failure(() -> registry.execute("a.b", NOTHING))
                                                            .code()));
            await().until(() -> registry.openCalls() == 1);
            caller.interrupt();
            caller.join();

            assertThat(code).hasValue(ErrorCode.ABORTED);
            assertThat(pending).isCancelled();
        }

        @Test
        void cancelsTheItemOfAClosedStream(OperationRegistry registry) throws Exception {
            CompletableFuture<Object> typed = new CompletableFuture<>();
            CountDownLatch begun = new CountDownLatch(2);
            registry.register(
                    subscription("a.watch"),
                    (input, context, emitter) -> {
                        begun.countDown();
                        emitter.emit(pending);
                    });
            registry.register(
                    Operation.subscription("a.typed", Void.class, Object.class)
                            .handledBy(
                                    (input, context, emitter) -> {
                                        begun.countDown();
                                        emitter.emit(typed);
                                    }));

            try (Subscription<JsonNode> first = registry.subscribe("a.watch", NOTHING);
                    Subscription<JsonNode> second = registry.subscribe("a.typed", NOTHING)) {
                begun.await();
            }

            await().until(() -> registry.openSubscriptions() == 0);
            assertThat(pending).isCancelled();
            assertThat(typed).isCancelled();
        }
    }

    record Wrapped(Object value) {}

    static Stream<Object> valuesThatAreNotData() {
        Supplier<String> lambda = () -> "x";
        return Stream.of(
                Thread.currentThread(),
                lambda,
                new SubmissionPublisher<String>(),
                new FutureTask<>(() -> "x"),
                ForkJoinPool.commonPool(),
                new ReentrantLock(),
                InputStream.nullInputStream(),
                new StringReader("x"));
    }

    @ParameterizedTest
    @MethodSource("valuesThatAreNotData")
    void valuesThatAreNotDataFailWithTheirTypeAndARemedy(Object value) {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(query("a.b"), (input, context) -> value);
        registry.register(query("a.within"), (input, context) -> Map.of("x/y", new Wrapped(value)));
        registry.register(
                Operation.query("a.typed", Void.class, Wrapped.class)
                        .handledBy((input, context) -> new Wrapped(value)));
        String type = value.getClass().getTypeName();

        assertThat(failure(() -> registry.execute("a.b", NOTHING)).getMessage())
                .startsWith("the result of a.b is not JSON: a value of " + type + " is not data: ");
        assertThat(failure(() -> registry.execute("a.within", NOTHING)).getMessage())
                .startsWith("the result of a.within is not JSON: /x~1y/value: a value of " + type);
        assertThat(failure(() -> registry.execute("a.typed", NOTHING)).getMessage())
                .startsWith("the result of a.typed is not JSON: /value: a value of " + type);
        assertThat(failure(() -> registry.execute("a.b", Map.of("in", value))).getMessage())
                .startsWith("input of a.b cannot be written as JSON: /in: a value of " + type);
    }

    @Test
    void aFutureWithinDataFails(OperationRegistry registry) {
        registry.register(query("a.b"), (input, context) -> Map.of("later", later("x")));

        assertThat(failure(() -> registry.execute("a.b", NOTHING)))
                .hasMessage(
                        "the result of a.b is not JSON: /later: a value of"
                                + " java.util.concurrent.CompletableFuture is not data: wait for it"
                                + " and use its result");
    }

    @Test
    void aSubscriptionIsNotDataEither(OperationRegistry registry) {
        registry.register(subscription("a.watch"), (input, context, emitter) -> emitter.emit(1));
        registry.register(
                query("a.b"), (input, context) -> context.env().subscribe("a.watch", NOTHING));

        assertThat(failure(() -> registry.execute("a.b", NOTHING)).getMessage())
                .startsWith("the result of a.b is not JSON: ");
    }

    @Test
    void theTypeOfAFutureIsNotAnOutput() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Operation.query("a.b", Void.class, CompletableFuture.class))
                .withMessage(
                        "java.util.concurrent.CompletableFuture is not the output of an operation;"
                                + " declare the type of its value");
    }

    @Test
    void aStreamOfTheJdkIsAList(OperationRegistry registry) {
        registry.register(query("a.b"), (input, context) -> Stream.of(1, 2));

        assertThat(registry.execute("a.b", NOTHING).data()).isEqualTo(Json.parse("[1,2]"));
    }
}
