package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.config.ConfigRecords;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

class CallLimitsTest {
    private static final JsonNode EMPTY = Json.parse("{}");
    private static final Caller ANN = Caller.of(Identity.of("ann"));

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);

    private CallLimits limits(LimitConfig.@Nullable Rate rate) {
        LimitConfig few = HubFixtures.config("limits: {concurrency: 10, streams: 10}").limits();
        return new CallLimits(
                rate == null ? few : ConfigRecords.with(few, Map.of("rate", rate)), nanos::get);
    }

    private static OperationRegistry registry(CallLimits limits) {
        OperationRegistry registry = OperationRegistry.builder().observer(limits).build();
        registry.register(OperationSpec.query("a.b").build(), (input, context) -> input);
        return registry;
    }

    private void pass(long millis) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private static void assertRefused(OperationRegistry registry, int retryAfter) {
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> registry.execute("a.b", EMPTY, ANN))
                .satisfies(
                        e ->
                                assertThat(e.details().orElseThrow())
                                        .hasToString("{\"retryAfter\":" + retryAfter + "}"));
    }

    @Test
    void aBurstIsSpentAndComesBackWithTime() {
        OperationRegistry registry = registry(limits(new LimitConfig.Rate(0.5, 3)));
        for (int i = 0; i < 3; i++) {
            registry.execute("a.b", EMPTY, ANN);
        }
        assertRefused(registry, 2);
        pass(1_500);
        assertRefused(registry, 1);
        pass(500);
        registry.execute("a.b", EMPTY, ANN);
        assertRefused(registry, 2);

        pass(3_600_000);
        for (int i = 0; i < 3; i++) {
            registry.execute("a.b", EMPTY, ANN);
        }
        assertRefused(registry, 2);
    }

    @Test
    void trustedCodeIsNotBounded() {
        OperationRegistry registry = registry(limits(new LimitConfig.Rate(0.001, 1)));
        for (int i = 0; i < 100; i++) {
            registry.execute("a.b", EMPTY);
        }
    }

    @Test
    void withoutARateFewAreRemembered() {
        CallLimits limits = limits(null);
        OperationRegistry registry = registry(limits);
        int most = 0;
        for (int i = 0; i < 100_000; i++) {
            registry.execute("a.b", EMPTY, Caller.of(Identity.of("caller-" + i)));
            most = Math.max(most, limits.size());
        }
        assertThat(most).isLessThan(1_100);
    }

    @Test
    void callersWhoseRateHasRecoveredAreForgotten() {
        CallLimits limits = limits(new LimitConfig.Rate(10, 10));
        OperationRegistry registry = registry(limits);
        int most = 0;
        for (int i = 0; i < 100_000; i++) {
            registry.execute("a.b", EMPTY, Caller.of(Identity.of("caller-" + i)));
            pass(1);
            most = Math.max(most, limits.size());
        }
        // A hundred of them call in the time that one needs to recover.
        assertThat(most).isLessThan(1_100);
    }

    @Test
    void callersAreNotForgottenBeforeTheirRateIsWhole() {
        OperationRegistry registry = registry(limits(new LimitConfig.Rate(0.001, 1)));
        registry.execute("a.b", EMPTY, ANN);
        for (int i = 0; i < 5_000; i++) {
            registry.execute("a.b", EMPTY, Caller.of(Identity.of("caller-" + i)));
        }
        assertRefused(registry, 1_000);
    }

    @Test
    void aCallThatFailsIsOverAsWell() {
        OperationRegistry registry = registry(limits(null));
        registry.register(
                OperationSpec.query("a.fails").build(),
                (input, context) -> {
                    throw new CallException("BROKEN", "it is broken");
                });
        for (int i = 0; i < 100; i++) {
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> registry.execute("a.fails", EMPTY, ANN))
                    .withMessage("BROKEN: it is broken");
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> registry.execute("no.such", EMPTY, ANN));
        }
    }
}
