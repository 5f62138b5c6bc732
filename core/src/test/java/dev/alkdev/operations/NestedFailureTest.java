package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.failure;
import static dev.alkdev.operations.Calls.query;
import static dev.alkdev.operations.Calls.subscription;
import static dev.alkdev.operations.Calls.waitForInterrupt;
import static dev.alkdev.operations.Golden.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.Schemas;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** What the caller of an operation is told when a call made by its handler fails. */
@ExtendWith(LeakCheck.class)
class NestedFailureTest {
    private static final OperationHandler CALLS_INNER =
            (input, context) -> context.env().call("n.inner", input);

    private static void register(OperationRegistry registry, CallException failure) {
        registry.register(
                OperationSpec.query("n.inner").fails(ErrorSpec.of("LOCKED", "")).build(),
                (input, context) -> {
                    throw failure;
                });
        registry.register(query("n.outer"), CALLS_INNER);
    }

    private static JsonNode told(OperationRegistry registry) {
        return failure(() -> registry.execute("n.outer", NOTHING)).toJson();
    }

    @Test
    void aWrongInputOfANestedCallIsNotTheCallersFault(OperationRegistry registry) {
        registry.register(
                OperationSpec.query("n.inner")
                        .input(Schemas.object().property("n", Schemas.integer()).build())
                        .build(),
                (input, context) -> input);
        registry.register(query("n.outer"), CALLS_INNER);

        CallException failure = failure(() -> registry.execute("n.outer", NOTHING));

        assertThat(failure.toJson())
                .isEqualTo(
                        json(
                                "{'code':'EXECUTION_ERROR','message':'n.outer failed: its call of"
                                        + " n.inner failed with VALIDATION_ERROR'}"));
        assertThat(failure.getCause())
                .isInstanceOfSatisfying(
                        CallException.class,
                        cause -> assertThat(cause.code()).isEqualTo("VALIDATION_ERROR"));
    }

    @Test
    void aMissingNestedOperationIsNotTheOneThatWasCalled(OperationRegistry registry) {
        registry.register(query("n.outer"), CALLS_INNER);

        assertThat(told(registry).get("message").stringValue())
                .isEqualTo("n.outer failed: its call of n.inner failed with OPERATION_NOT_FOUND");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TIMEOUT", "ABORTED", "UNAVAILABLE", "OVERLOADED"})
    void whatMeansTheSameToBothStays(String code, OperationRegistry registry) {
        CallException failure = new CallException(code, "as it is");
        register(registry, failure);

        assertThat(told(registry)).isEqualTo(failure.toJson());
    }

    @Test
    void detailsOfAnotherOperationAreNotPassedOn(OperationRegistry registry) {
        register(
                registry,
                new CallException(ErrorCode.EXECUTION_ERROR, "HTTP 500: Server Error")
                        .withDetails(Map.of("body", "secret"))
                        .withRetryable(true));

        assertThat(told(registry))
                .isEqualTo(
                        json(
                                "{'code':'EXECUTION_ERROR','message':'HTTP 500: Server Error',"
                                        + "'retryable':true}"));
        assertThat(failure(() -> registry.execute("n.inner", NOTHING)).details()).isPresent();
    }

    @Test
    void aDeclaredFailureOfAnotherOperationIsAnAccident(OperationRegistry registry) {
        register(registry, new CallException("LOCKED", "by ann").withDetails(Map.of("by", "ann")));

        assertThat(told(registry))
                .isEqualTo(
                        json(
                                "{'code':'EXECUTION_ERROR','message':'n.outer failed: its call of"
                                        + " n.inner failed with LOCKED'}"));
    }

    @Test
    void aFailureThatBothDeclareIsPassedOnAsItIs(OperationRegistry registry) {
        CallException locked =
                new CallException("LOCKED", "by ann").withDetails(Map.of("by", "ann"));
        register(registry, locked);
        registry.replace(
                OperationBinding.of(
                        OperationSpec.query("n.outer").fails(ErrorSpec.of("LOCKED", "")).build(),
                        CALLS_INNER));

        assertThat(told(registry)).isEqualTo(locked.toJson());
    }

    @Test
    void whatAHandlerSaysItselfIsMeantForItsCaller(OperationRegistry registry) {
        CallException refused = CallException.invalidInput("/cursor", "is not one of ours");
        registry.register(
                query("n.outer"),
                (input, context) -> {
                    throw refused;
                });

        assertThat(told(registry))
                .isEqualTo(
                        json(
                                "{'code':'VALIDATION_ERROR','message':'the input is not valid:"
                                    + " /cursor: is not one of"
                                    + " ours','details':{'errors':[{'pointer':'/cursor','message':'is"
                                    + " not one of ours'}]}}"));
    }

    @Test
    void aHandlerCanCheckAValueAsTheRegistryDoes(OperationRegistry registry) {
        Schema schema = Schemas.object().property("n", Schemas.integer()).build();
        OperationSpec spec = OperationSpec.query("n.strict").input(schema).build();
        registry.register(spec, (input, context) -> input);
        JsonNode wrong = Json.parse("{\"n\": \"x\"}");
        JsonNode expected = failure(() -> registry.execute("n.strict", wrong)).toJson();

        assertThat(failure(() -> spec.requireValid(wrong)).toJson()).isEqualTo(expected);
        assertThat(CallException.invalid("input of n.strict", schema.errors(wrong)).toJson())
                .isEqualTo(expected);
        spec.requireValid(Json.parse("{\"n\": 1}"));
    }

    @Test
    void detailsThatAreNotAsDeclaredAreWarnedOf(OperationRegistry registry) {
        record Lock(String by) {}
        registry.register(
                OperationSpec.query("n.locked")
                        .fails(ErrorSpec.of("LOCKED", "").withSchema(Schema.of(Lock.class)))
                        .build(),
                (input, context) -> {
                    throw new CallException("LOCKED", "locked").withDetails(Map.of("z", 1));
                });

        try (LogCapture log = new LogCapture()) {
            CallException failure = failure(() -> registry.execute("n.locked", NOTHING));
            assertThat(failure.details()).contains(json("{'z':1}"));
            assertThat(log.text())
                    .contains("n.locked failed with details that its declared error does not allow")
                    .contains("\"by\" is missing");
        }
    }

    @Test
    void aHandlersOwnContextMakesACallNested(OperationRegistry registry) {
        CompletableFuture<OperationContext> outer = new CompletableFuture<>();
        CompletableFuture<OperationContext> inner = new CompletableFuture<>();
        registry.register(
                query("n.inner"),
                (input, context) -> {
                    inner.complete(context);
                    return null;
                });
        registry.register(
                query("n.outer"),
                (input, context) -> {
                    outer.complete(context);
                    return registry.execute(context.nested().to("n.inner", input));
                });

        registry.execute("n.outer", NOTHING);

        assertThat(inner.join().parentRequestId()).contains(outer.join().requestId());
        assertThat(inner.join().requestId()).isNotEqualTo(outer.join().requestId());
    }

    @Test
    void aStreamOpenedWithAHandlersOwnContextEndsWithItsCall(OperationRegistry registry) {
        registry.register(
                subscription("n.endless"),
                (input, context, emitter) -> {
                    emitter.emit(1);
                    waitForInterrupt();
                });
        CompletableFuture<Subscription<JsonNode>> kept = new CompletableFuture<>();
        registry.register(
                query("n.outer"),
                (input, context) -> {
                    kept.complete(registry.subscribe(context.nested().to("n.endless", input)));
                    return kept.join().next();
                });

        registry.execute("n.outer", NOTHING);

        await().until(() -> registry.openSubscriptions() == 0);
        assertThat(kept.join().hasNext()).isFalse();
    }
}
