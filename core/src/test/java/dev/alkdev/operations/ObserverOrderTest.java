package dev.alkdev.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class ObserverOrderTest {
    private final List<String> told = new ArrayList<>();

    /** Tells what it learns. */
    private CallObserver teller(String name) {
        return call -> {
            told.add(name + " begins");
            call.onRunning(() -> told.add(name + " runs"));
            return ended -> told.add(name + " ends " + ended.outcome());
        };
    }

    private static void call(CallObserver... observers) {
        OperationRegistryBuilder builder = OperationRegistry.builder();
        List.of(observers).forEach(builder::observer);
        OperationRegistry registry = builder.build();
        registry.register(OperationSpec.query("a.b").build(), (input, context) -> input);
        registry.execute("a.b", Json.parse("{}"));
    }

    @Test
    void theFirstLearnsOfTheEndLast() {
        call(teller("one"), teller("two"));

        assertThat(told)
                .containsExactly(
                        "one begins",
                        "two begins",
                        "one runs",
                        "two runs",
                        "two ends ok",
                        "one ends ok");
    }

    @Test
    void thoseBeforeARefusalLearnOfIt() {
        CallObserver refusing =
                call -> {
                    throw new CallException(ErrorCode.OVERLOADED, "too much");
                };

        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> call(teller("one"), refusing, teller("three")))
                .withMessage("too much");
        assertThat(told).containsExactly("one begins", "one ends OVERLOADED");
    }

    @Test
    void anObserverThatBreaksKeepsNobodyFromLearningOfTheEnd() {
        CallObserver breaking =
                call ->
                        outcome -> {
                            throw new IllegalStateException("broken");
                        };

        call(teller("one"), breaking);

        assertThat(told).containsExactly("one begins", "one runs", "one ends ok");
    }
}
