package dev.alkdev.operations;

import static dev.alkdev.operations.Golden.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

@ExtendWith(LeakCheck.class)
class InvocationTest {
    private static final JsonNode NUMBER = json("{'number':'A-17'}");
    private static final JsonNode NO_NUMBER = json("{'number':17,'pages':'two'}");

    private final AtomicInteger runs = new AtomicInteger();

    private static OperationSpecBuilder find() {
        return OperationSpec.query("billing.find")
                .input(
                        Schema.of(
                                json(
                                        "{'type':'object','properties':{'number':{'type':'string'},"
                                                + "'pages':{'type':'integer'}}}")))
                .requires("billing:read");
    }

    private static StreamHandler emptyStream() {
        return (input, context, emitter) -> {};
    }

    private Object count(JsonNode input, OperationContext context) {
        runs.incrementAndGet();
        return input;
    }

    private static CallException failure(Runnable call) {
        CallException failure = catchThrowableOfType(CallException.class, call::run);
        assertThat(failure).isNotNull();
        return failure;
    }

    @Nested
    class Steps {
        @Test
        void anUnknownIdIsNotFound(OperationRegistry registry) {
            assertThat(failure(() -> registry.execute("billing.find", NUMBER)).toJson())
                    .isEqualTo(
                            json(
                                    "{'code':'OPERATION_NOT_FOUND',"
                                            + "'message':'there is no operation billing.find'}"));
        }

        @Test
        void executingASubscriptionIsTheWrongVerb(OperationRegistry registry) {
            registry.register(
                    OperationSpec.subscription("billing.watch").requires("x").build(),
                    emptyStream());

            assertThat(
                            failure(
                                            () ->
                                                    registry.execute(
                                                            "billing.watch",
                                                            NUMBER,
                                                            Caller.anonymous()))
                                    .toJson())
                    .isEqualTo(
                            json(
                                    "{'code':'INVALID_OPERATION_TYPE','message':'billing.watch is a"
                                            + " subscription: subscribe to it instead of executing"
                                            + " it'}"));
        }

        @Test
        void subscribingToAQueryIsTheWrongVerb(OperationRegistry registry) {
            registry.register(find().build(), InvocationTest.this::count);

            assertThat(failure(() -> registry.subscribe("billing.find", NUMBER)).toJson())
                    .isEqualTo(
                            json(
                                    "{'code':'INVALID_OPERATION_TYPE','message':'billing.find is a"
                                            + " query: execute it instead of subscribing to it'}"));
        }

        @Test
        void accessIsCheckedBeforeTheInput(OperationRegistry registry) {
            registry.register(find().build(), InvocationTest.this::count);

            CallException denied =
                    failure(() -> registry.execute("billing.find", NO_NUMBER, Caller.anonymous()));

            assertThat(denied.toJson())
                    .isEqualTo(
                            json(
                                    "{'code':'ACCESS_DENIED','message':'access to billing.find"
                                            + " denied: the caller is not authenticated'}"));
            assertThat(runs).hasValue(0);
        }

        @Test
        void accessOfASubscriptionIsCheckedToo(OperationRegistry registry) {
            registry.register(
                    OperationSpec.subscription("billing.watch").requires("x").build(),
                    emptyStream());
            CallBuilder ann = Call.builder().caller(Caller.of(Identity.of("ann")));

            assertThat(failure(() -> registry.subscribe(ann.to("billing.watch", NUMBER))).toJson())
                    .isEqualTo(
                            json(
                                    "{'code':'ACCESS_DENIED','message':'access to billing.watch"
                                            + " denied: scope x is missing'}"));
        }

        @Test
        void anInvalidInputIsRefusedWithEveryError(OperationRegistry registry) {
            registry.register(find().build(), InvocationTest.this::count);

            CallException invalid = failure(() -> registry.execute("billing.find", NO_NUMBER));

            assertThat(invalid.code()).isEqualTo("VALIDATION_ERROR");
            assertThat(invalid)
                    .hasMessageStartingWith("input of billing.find is not valid: /number: ")
                    .hasMessageEndingWith(" (and 1 more)");
            JsonNode errors = invalid.details().orElseThrow().get("errors");
            assertThat(errors).hasSize(2);
            assertThat(errors.get(0).get("pointer").stringValue()).isEqualTo("/number");
            assertThat(errors.get(0).get("keyword").stringValue()).isEqualTo("type");
            assertThat(errors.get(0).get("schemaPointer").stringValue())
                    .isEqualTo("/properties/number/type");
            assertThat(errors.get(0).get("message").stringValue()).isNotBlank();
            assertThat(errors.get(1).get("pointer").stringValue()).isEqualTo("/pages");
            assertThat(runs).hasValue(0);
        }

        @Test
        void anInputOfEndlesslyManyErrorsIsAnsweredBriefly(OperationRegistry registry) {
            registry.register(
                    OperationSpec.query("a.sum")
                            .input(Schema.of(json("{'items':{'type':'number'}}")))
                            .build(),
                    InvocationTest.this::count);
            JsonNode wrong = json("[" + "'x',".repeat(1499) + "'x']");

            JsonNode details =
                    failure(() -> registry.execute("a.sum", wrong)).details().orElseThrow();

            assertThat(details.get("errors")).hasSize(1000);
            assertThat(details.get("more").booleanValue()).isTrue();
        }

        @Test
        void inputOfASubscriptionIsValidatedWhenItIsOpened(OperationRegistry registry) {
            registry.register(
                    OperationSpec.subscription("billing.watch")
                            .input(Schema.of(json("{'type':'string'}")))
                            .build(),
                    emptyStream());

            assertThat(failure(() -> registry.subscribe("billing.watch", NUMBER)).code())
                    .isEqualTo("VALIDATION_ERROR");
        }

        @Test
        void theHandlerRunsOnTheCallersThread(OperationRegistry registry) {
            AtomicReference<Thread> thread = new AtomicReference<>();
            registry.register(
                    find().build(),
                    (input, context) -> {
                        thread.set(Thread.currentThread());
                        return null;
                    });

            registry.execute("billing.find", NUMBER);

            assertThat(thread).hasValue(Thread.currentThread());
        }

        @Test
        void aDeclaredFailureReachesTheCaller(OperationRegistry registry) {
            registry.register(
                    find().fails(ErrorSpec.of("LOCKED", "locked")).build(),
                    (input, context) -> {
                        throw new CallException("LOCKED", "A-17 is locked")
                                .withDetails(Map.of("by", "ann"));
                    });

            assertThat(failure(() -> registry.execute("billing.find", NUMBER)).toJson())
                    .isEqualTo(
                            json(
                                    "{'code':'LOCKED','message':'A-17 is locked',"
                                            + "'details':{'by':'ann'}}"));
        }

        @Test
        void anEndlessRecursionIsAnExecutionError(OperationRegistry registry) {
            registry.register(
                    OperationSpec.query("loop.forever").build(),
                    (input, context) -> context.env().call("loop.forever", input));

            try (LogCapture log = new LogCapture()) {
                assertThat(failure(() -> registry.execute("loop.forever", NUMBER)).code())
                        .isEqualTo("EXECUTION_ERROR");
                assertThat(log.text()).contains("loop.forever failed");
            }
        }

        @Test
        void repeatedFailuresOfOneKindAreLoggedOnceAndThenCounted(OperationRegistry registry) {
            registry.register(
                    OperationSpec.query("a.broken").build(),
                    (input, context) -> {
                        throw new IllegalStateException("boom");
                    });

            try (LogCapture log = new LogCapture()) {
                for (int i = 0; i < 25; i++) {
                    failure(() -> registry.execute("a.broken", NUMBER));
                }
                assertThat(log.lines().stream().filter(line -> line.contains("a.broken failed")))
                        .satisfiesExactly(
                                first -> assertThat(first).endsWith("a.broken failed"),
                                tenth -> assertThat(tenth).endsWith("failed (10 times so far)"));
            }
        }

        @Test
        void aResultThatCannotBeWrittenIsAnExecutionError(OperationRegistry registry) {
            List<Object> endless = new ArrayList<>();
            endless.add(endless);
            registry.register(OperationSpec.query("a.b").build(), (input, context) -> endless);

            assertThat(failure(() -> registry.execute("a.b", NUMBER)))
                    .hasToString(
                            "CallException: EXECUTION_ERROR: the result of a.b is not JSON: the"
                                    + " value is nested too deeply, or contains itself");
        }
    }

    @Nested
    class Context {
        private final AtomicReference<OperationContext> seen = new AtomicReference<>();

        private OperationContext run(OperationRegistry registry, CallBuilder context) {
            registry.register(
                    OperationSpec.query("a.b").build(),
                    (input, given) -> {
                        seen.set(given);
                        return null;
                    });
            registry.execute(context.to("a.b", NUMBER));
            return Objects.requireNonNull(seen.get());
        }

        @Test
        void whatTheCallerSaysReachesTheHandler(OperationRegistry registry) {
            Caller ann = Caller.of(Identity.of("ann"));
            CallBuilder context =
                    Call.builder()
                            .caller(ann)
                            .requestId("r-1")
                            .parentRequestId("r-0")
                            .metadata(Map.of("trace", json("'x'")));

            OperationContext handlers = run(registry, context);

            assertThat(handlers.caller()).isEqualTo(ann);
            assertThat(handlers.requestId()).isEqualTo("r-1");
            assertThat(handlers.parentRequestId()).contains("r-0");
            assertThat(handlers.metadata()).isEqualTo(Map.of("trace", json("'x'")));
            assertThat(handlers.deadline()).isEmpty();
            assertThat(handlers.remaining()).isEmpty();
            assertThat(handlers.cancelled()).isFalse();
        }

        @Test
        void aCallWithoutContextIsTrusted(OperationRegistry registry) {
            OperationContext handlers = run(registry, Call.builder());

            assertThat(handlers.caller()).isEqualTo(Caller.trusted());
            assertThat(handlers.parentRequestId()).isEmpty();
        }

        @Test
        void everyCallHasAnIdOfItsOwnThatStays(OperationRegistry registry) {
            Set<String> ids = new HashSet<>();
            registry.register(
                    OperationSpec.query("a.b").build(),
                    (input, context) -> {
                        assertThat(context.requestId()).isEqualTo(context.requestId());
                        ids.add(context.requestId());
                        return null;
                    });

            CallBuilder shared = Call.builder();
            for (int i = 0; i < 100; i++) {
                registry.execute(shared.to("a.b", NUMBER));
            }

            assertThat(ids).hasSize(100);
        }
    }

    @Nested
    class Result {
        private ResponseEnvelope<JsonNode> resultOf(OperationRegistry registry, Object result) {
            registry.replace(
                    OperationBinding.of(
                            OperationSpec.query("a.b").build(), (input, context) -> result));
            return registry.execute("a.b", NUMBER);
        }

        @Test
        void nothingIsNullData(OperationRegistry registry) {
            registry.register(OperationSpec.mutation("a.b").build(), (input, context) -> null);

            ResponseEnvelope<JsonNode> result = registry.execute("a.b", NUMBER);

            assertThat(result.data()).isEqualTo(NullNode.getInstance());
            assertThat(result.toJson().has("data")).isTrue();
        }

        @Test
        void aJavaValueIsWrittenAsJackson(OperationRegistry registry) {
            assertThat(resultOf(registry, Map.of("a", List.of(1, 2))).data())
                    .isEqualTo(json("{'a':[1,2]}"));
            assertThat(resultOf(registry, Optional.of("x")).data()).isEqualTo(json("'x'"));
        }

        @Test
        void itIsStampedWithTheRegistrysTime(LeakCheck leaks) {
            HandDrivenClock clock = new HandDrivenClock();
            OperationRegistry registry =
                    leaks.watch(OperationRegistry.builder().time(clock).build());

            assertThat(resultOf(registry, NUMBER))
                    .isEqualTo(
                            new ResponseEnvelope<>(NUMBER, new LocalMeta("a.b", clock.millis())));
        }

        @Test
        void anEnvelopeIsPassedOnAsItIs(OperationRegistry registry) {
            HttpMeta meta = new HttpMeta(200, Headers.none());

            assertThat(resultOf(registry, ResponseEnvelope.http(Map.of("a", 1), meta)))
                    .isEqualTo(new ResponseEnvelope<>(json("{'a':1}"), meta));
        }

        @Test
        void anEnvelopeInJsonIsData(OperationRegistry registry) {
            JsonNode golden = Golden.read("envelope-http");

            ResponseEnvelope<JsonNode> result = resultOf(registry, golden);

            assertThat(result.data()).isEqualTo(golden);
            assertThat(result.meta()).isInstanceOf(LocalMeta.class);
        }

        @Test
        void whatOnlyLooksLikeAnEnvelopeIsData(OperationRegistry registry) {
            JsonNode lookalike = json("{'data':1,'meta':{'source':'local'}}");

            assertThat(resultOf(registry, lookalike).data()).isEqualTo(lookalike);
        }

        @Test
        void anErrorOfAToolIsAnEnvelopeAndNoException(OperationRegistry registry) {
            JsonNode golden = Golden.read("envelope-mcp-error");

            ResponseEnvelope<JsonNode> result =
                    resultOf(registry, ResponseEnvelope.fromJson(golden));

            assertThat(result.isError()).isTrue();
            assertThat(result.toJson()).isEqualTo(golden);
        }
    }
}
