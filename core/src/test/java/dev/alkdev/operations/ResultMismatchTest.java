package dev.alkdev.operations;

import static dev.alkdev.operations.Golden.json;
import static dev.alkdev.operations.ResultPipelineTest.data;
import static dev.alkdev.operations.ResultPipelineTest.returning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Results that are not as their schema says. */
@ExtendWith(LeakCheck.class)
class ResultMismatchTest {
    private static final JsonNode WRONG = json("{'number':'A-17','total':'much'}");

    @Test
    void theyAreWarnedAboutOnceEachAndNeverThrown(OperationRegistry registry) {
        registry.register(returning(WRONG));

        try (LogCapture log = new LogCapture()) {
            for (int i = 0; i < 10; i++) {
                assertThat(data(registry))
                        .isEqualTo(json("{'number':'A-17','total':'much','currency':'EUR'}"));
            }
            assertThat(log.lines()).hasSize(1);
            assertThat(log.text())
                    .startsWith(
                            "WARN OperationRegistry - billing.find returned what its output"
                                    + " schema does not allow: /total: ");
        }
        assertThat(registry.drift("billing.find"))
                .extracting(Drift::normalized, Drift::mismatched)
                .containsExactly(10L, 10L);
    }

    @Test
    void thePlaceInAnArrayMakesNoDifference(OperationRegistry registry) {
        Schema numbers = Schema.of(json("{'type':'array','items':{'type':'number'}}"));
        registry.register(
                OperationSpec.query("a.list").output(numbers).build(), (input, context) -> input);

        try (LogCapture log = new LogCapture()) {
            registry.execute("a.list", json("['x','y','z']"));
            registry.execute("a.list", json("[1,2,3,'x']"));
            assertThat(log.lines()).hasSize(1);
        }
    }

    @Test
    void endlesslyManyAreNotRemembered(OperationRegistry registry) {
        Schema numbers =
                Schema.of(json("{'type':'object','additionalProperties':{'type':'number'}}"));
        registry.register(
                OperationSpec.query("a.map").output(numbers).build(), (input, context) -> input);

        try (LogCapture log = new LogCapture()) {
            for (int i = 0; i < 1000; i++) {
                ObjectNode data = (ObjectNode) json("{}");
                data.put("key" + i, "x");
                registry.execute("a.map", data);
            }
            assertThat(log.lines()).hasSize(MismatchLog.REMEMBERED + 1);
            assertThat(log.text())
                    .contains("a.map does not fit in many ways; the rest is only counted");
        }
        assertThat(registry.drift("a.map"))
                .extracting(Drift::normalized, Drift::mismatched)
                .containsExactly(0L, 1000L);
    }

    @Test
    void notEvenThoseOfOneResult(OperationRegistry registry) {
        Schema numbers =
                Schema.of(json("{'type':'object','additionalProperties':{'type':'number'}}"));
        registry.register(
                OperationSpec.query("a.map").output(numbers).build(), (input, context) -> input);
        ObjectNode data = (ObjectNode) json("{}");
        for (int i = 0; i < 1000; i++) {
            data.put("key" + i, "x");
        }

        try (LogCapture log = new LogCapture()) {
            registry.execute("a.map", data);
            assertThat(log.lines()).hasSize(MismatchLog.REMEMBERED + 1);
        }
    }

    @Test
    void theRegistryMayRefuseThem(LeakCheck leaks) {
        OperationRegistry registry =
                leaks.watch(OperationRegistry.builder().refusingMismatch().build());
        registry.register(returning(WRONG));

        try (LogCapture log = new LogCapture()) {
            CallException refused = catchThrowableOfType(CallException.class, () -> data(registry));
            assertThat(refused.code()).isEqualTo("EXECUTION_ERROR");
            assertThat(refused)
                    .hasMessage("billing.find returned what its output schema does not allow");
            assertThat(refused.details().orElseThrow().at("/errors/0/pointer").stringValue())
                    .isEqualTo("/total");
            assertThat(log.lines()).hasSize(1);
        }
    }

    @Test
    void anythingGoesWhereTheOutputIsUnknown(OperationRegistry registry) {
        registry.register(OperationSpec.query("a.b").build(), (input, context) -> input);

        assertThat(registry.execute("a.b", WRONG).data()).isEqualTo(WRONG);
    }
}
