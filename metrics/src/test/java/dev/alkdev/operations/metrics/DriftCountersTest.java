package dev.alkdev.operations.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.Drift;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.TreeMap;

class DriftCountersTest {
    private final PrometheusMeterRegistry meters =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @Test
    void whatIsStrippedFilledAndConvertedIsCountedByOperation() {
        OperationRegistry registry = OperationRegistry.builder().build();
        DriftCounters drift = new DriftCounters(meters, registry::drifts);
        Schema schema =
                Schema.parse(
                        "{\"properties\":{\"a\":{\"type\":\"integer\"},\"b\":{\"default\":1}}}");
        registry.register(
                OperationSpec.query("x.drifts").output(schema).build(), (input, context) -> input);
        registry.register(
                OperationSpec.query("x.fits").output(schema).build(),
                (input, context) -> Map.of("a", 1, "b", 2));

        registry.execute("x.drifts", Json.parse("{\"a\":\"5\",\"k\":1,\"l\":1}"));
        registry.execute("x.fits", Json.parse("{}"));
        drift.update();

        assertThat(meters.scrape().lines().filter(line -> line.startsWith("operations_drift")))
                .containsExactlyInAnyOrder(
                        "operations_drift_total{kind=\"converted\",operation=\"x.drifts\"} 1.0",
                        "operations_drift_total{kind=\"defaulted\",operation=\"x.drifts\"} 1.0",
                        "operations_drift_total{kind=\"stripped\",operation=\"x.drifts\"} 2.0");

        registry.remove("x.drifts");
        drift.update();

        assertThat(meters.scrape()).doesNotContain("x.drifts");
    }

    @Test
    void thousandsOfOperationsDoNotMakeThousandsOfSeries() {
        Map<String, Drift> many = new TreeMap<>();
        for (int i = 0; i < 5_000; i++) {
            many.put("x.op" + i, new Drift(1, 0, 1, 0, 0, 0));
        }
        DriftCounters drift = new DriftCounters(meters, () -> many);

        drift.update();

        assertThat(meters.find("operations.drift").functionCounters())
                .hasSize(DriftCounters.MAX_OPERATIONS + 1);
        assertThat(
                        meters.find("operations.drift")
                                .tag("operation", DriftCounters.OTHERS)
                                .functionCounter())
                .isNotNull()
                .satisfies(others -> assertThat(others.count()).isEqualTo(4_000));
    }
}
