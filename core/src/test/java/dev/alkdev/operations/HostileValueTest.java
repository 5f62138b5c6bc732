package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Values and exceptions of handlers and callers that break whatever looks at them. */
@ExtendWith(LeakCheck.class)
class HostileValueTest {
    @Test
    void anExceptionThatCannotDescribeItselfIsAnExecutionError(OperationRegistry registry) {
        registry.register(
                OperationSpec.query("a.b").build(),
                (input, context) -> {
                    throw new RuntimeException() {
                        private static final long serialVersionUID = 1L;

                        @Override
                        public String getMessage() {
                            throw new IllegalStateException("hostile");
                        }
                    };
                });

        try (LogCapture log = new LogCapture()) {
            assertThat(failure(() -> registry.execute("a.b", Calls.NOTHING)))
                    .hasToString("CallException: EXECUTION_ERROR: a.b failed");
            assertThat(log.text()).contains("a.b failed");
        }
    }

    @Test
    void valuesWithoutEndFailTheCallWithoutStackOverflow(OperationRegistry registry) {
        Object deep = 1;
        for (int i = 0; i < 20_000; i++) {
            deep = List.of(deep);
        }
        Map<String, Object> endless = new HashMap<>();
        endless.put("me", endless);
        ObjectNode doubled = JsonNodeFactory.instance.objectNode();
        doubled.set("a", doubled);
        doubled.set("b", doubled);
        registry.register(OperationSpec.query("a.echo").build(), (input, context) -> doubled);
        registry.register(OperationSpec.query("a.text").build(), (input, context) -> "x");
        registry.register(
                OperationSpec.query("a.envelope").build(),
                (input, context) -> ResponseEnvelope.local(doubled, "a.envelope"));
        registry.register(
                OperationSpec.query("a.details")
                        .fails(ErrorSpec.of("LOCKED", "It is locked"))
                        .build(),
                (input, context) -> {
                    throw new CallException("LOCKED", "no").withDetails(endless);
                });
        String why = "the value is nested too deeply, or contains itself";

        for (Object value : List.of(deep, endless)) {
            assertThat(failure(() -> registry.execute("a.text", value)))
                    .hasMessage("input of a.text cannot be written as JSON: " + why)
                    .extracting(CallException::code)
                    .isEqualTo(ErrorCode.VALIDATION_ERROR);
        }
        assertThat(failure(() -> registry.execute("a.echo", Calls.NOTHING)).code())
                .isEqualTo(ErrorCode.EXECUTION_ERROR);
        assertThat(failure(() -> registry.execute("a.envelope", Calls.NOTHING)))
                .hasMessage("the result of a.envelope is not JSON: " + why);
        try (LogCapture log = new LogCapture()) {
            CallException locked = failure(() -> registry.execute("a.details", Calls.NOTHING));
            assertThat(locked).hasToString("CallException: LOCKED: no");
            assertThat(locked.details()).isEmpty();
            assertThat(log.text()).contains("Left out the details of CallException: LOCKED");
        }
    }
}
