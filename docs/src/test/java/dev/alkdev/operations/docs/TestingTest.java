package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Operation;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.testkit.HandlerContract;
import dev.alkdev.operations.testkit.LeakCheck;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The tests of {@code docs/guide/testing.md}. */
class TestingTest {
    record Add(int a, int b) {}

    private static Operation<Add, Integer> add() {
        return Operation.query("math.add", Add.class, Integer.class)
                .describedAs("Adds two numbers")
                .handledBy((input, context) -> input.a() + input.b());
    }

    // snippet: leak-check
    @Nested
    @ExtendWith(LeakCheck.class)
    class Adding {
        @Test
        void twoAndTwoAreFour(OperationRegistry registry) {
            registry.register(add());

            assertThat(registry.execute("math.add", Map.of("a", 2, "b", 2)).data().asInt())
                    .isEqualTo(4);
        }
    }

    // end

    // snippet: handler
    @Nested
    class TheContract implements HandlerContract {
        @Override
        public OperationBinding operation() {
            return add().binding();
        }

        @Override
        public JsonNode validInput() {
            return Json.parse("{\"a\": 2, \"b\": 2}");
        }

        @Override
        public JsonNode invalidInput() {
            return Json.parse("{\"a\": \"two\"}");
        }
    }

    // end

    @Test
    @ExtendWith(LeakCheck.class)
    void aTimeoutPassesWithoutWaiting() throws Exception {
        CountDownLatch forever = new CountDownLatch(1);
        // snippet: clock
        HandDrivenClock clock = new HandDrivenClock();
        OperationRegistry registry = OperationRegistry.builder().time(clock).build();
        registry.register(
                Operation.query("test.slow", Void.class, Void.class)
                        .handledBy(
                                (input, context) -> {
                                    forever.await();
                                    return null;
                                }));
        Call call =
                Call.builder().timeout(Duration.ofMinutes(5)).to("test.slow", Json.parse("null"));
        CompletableFuture<?> result = CompletableFuture.supplyAsync(() -> registry.execute(call));
        Awaitility.await().until(() -> clock.pending() > 0);
        clock.advance(Duration.ofMinutes(6));
        assertThatThrownBy(() -> result.get(60, TimeUnit.SECONDS))
                .hasCauseInstanceOf(CallException.class)
                .hasMessageContaining("test.slow");
        // end
    }
}
