package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.DoubleNode;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** NaN and infinite numbers, which JSON does not have. */
class NonFiniteResultTest {
    private static final JsonNode NOTHING = Json.parse("{}");

    private final OperationRegistry registry = OperationRegistry.create();

    record Measure(double value) {}

    /** Whose schema says nothing of numbers. */
    record Load(Object load) {}

    private static CallException failure(Runnable call) {
        return assertThatExceptionOfType(CallException.class).isThrownBy(call::run).actual();
    }

    static Stream<Object> values() {
        return Stream.of(
                new Measure(Double.NaN),
                Map.of("value", Double.POSITIVE_INFINITY),
                Map.of("value", Float.NaN),
                Json.mapper().createObjectNode().set("value", DoubleNode.valueOf(Double.NaN)),
                ResponseEnvelope.local(new Measure(Double.NEGATIVE_INFINITY), "t.measure"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void aResultWithOneFailsAndNamesThePlace(Object value) {
        registry.register(query("t.measure"), (input, context) -> value);

        CallException failure = failure(() -> registry.execute("t.measure", NOTHING));

        assertThat(failure.code()).isEqualTo("EXECUTION_ERROR");
        assertThat(failure)
                .hasMessage(
                        "result of t.measure is not valid: /value: is NaN or infinite, which is no"
                                + " JSON number");
        assertThat(failure.details().orElseThrow().at("/errors/0/pointer").asString())
                .isEqualTo("/value");
    }

    @Test
    void aTypedResultWithOneFailsAndCountsAsDrift() {
        Operation<Void, Measure> measure =
                Operation.query("t.measure", Void.class, Measure.class)
                        .handledBy((input, context) -> new Measure(Double.NaN));
        registry.register(measure);

        try (LogCapture log = new LogCapture()) {
            assertThat(failure(() -> registry.execute("t.measure", NOTHING)).code())
                    .isEqualTo("EXECUTION_ERROR");
            assertThat(log.text()).contains("/value: must be number");
        }
        assertThat(registry.drift("t.measure").mismatched()).isOne();
    }

    @Test
    void whatCastingReplacedIsNoLongerOne() {
        OperationSpec spec = query("t.cast").toBuilder().output(Schema.of(Measure.class)).build();
        registry.register(
                OperationBinding.of(spec, (input, context) -> new Measure(Double.NaN))
                        .normalizing(NormalizeMode.ENFORCE));
        assertThat(registry.execute("t.cast", NOTHING).data())
                .isEqualTo(Json.parse("{\"value\": 0}"));
    }

    @Test
    void anItemWithOneEndsItsStream() {
        registry.register(
                OperationSpec.subscription("t.items").build(),
                (input, context, out) -> {
                    out.emit(List.of(1.5));
                    out.emit(List.of(Double.NaN));
                });
        try (Subscription<JsonNode> items = registry.subscribe("t.items", NOTHING)) {
            assertThat(items.next().data()).isEqualTo(Json.mapper().valueToTree(List.of(1.5)));
            assertThat(failure(items::next))
                    .hasMessageContaining("result of t.items is not valid: /0: is NaN");
        }
    }

    @Test
    void detailsWithOneAreLeftOut() {
        registry.register(
                query("t.fails"),
                (input, context) -> {
                    throw new CallException(ErrorCode.UNAVAILABLE, "busy")
                            .withDetails(Map.of("load", Double.NaN));
                });
        try (LogCapture log = new LogCapture()) {
            CallException failure = failure(() -> registry.execute("t.fails", NOTHING));
            assertThat(failure.code()).isEqualTo("UNAVAILABLE");
            assertThat(failure).hasMessage("busy");
            assertThat(failure.details()).isEmpty();
            assertThat(log.text()).contains("t.fails failed with details that are no JSON");
        }
    }

    @Test
    void aTypedInputWithOneIsRefused() {
        Operation<Load, Void> take =
                Operation.query("t.take", Load.class, Void.class)
                        .handledBy((input, context) -> null);
        registry.register(take);
        CallException failure = failure(() -> registry.execute(take, new Load(Double.NaN)));
        assertThat(failure.code()).isEqualTo("VALIDATION_ERROR");
        assertThat(failure).hasMessageStartingWith("input of t.take is not valid: /load: is NaN");
    }
}
