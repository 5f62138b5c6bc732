package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.CallObservation;
import dev.alkdev.operations.CallObserver;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class ObserverChainTest {
    private final List<String> told = new ArrayList<>();

    /** Tells what it learns. */
    private CallObserver teller(String name) {
        return call -> {
            told.add(name + " begins");
            return new CallObservation() {
                @Override
                public void running() {
                    told.add(name + " runs");
                }

                @Override
                public void ended(@Nullable CallException failure) {
                    told.add(name + " ends " + (failure == null ? "well" : failure.code()));
                }
            };
        };
    }

    private static void call(CallObserver... observers) {
        OperationRegistry registry =
                OperationRegistry.builder().observer(new ObserverChain(List.of(observers))).build();
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
                        "two ends well",
                        "one ends well");
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
                        failure -> {
                            throw new IllegalStateException("broken");
                        };

        call(teller("one"), breaking);

        assertThat(told).containsExactly("one begins", "one runs", "one ends well");
    }
}
