package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.audit.AuditLog;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.metrics.CallMetrics;
import dev.alkdev.operations.schema.Json;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

class CallOutcomeTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final OperationRegistry registry = OperationRegistry.create();
    private final CallMetrics metrics = new CallMetrics(meters, "test", () -> registry);

    @Test
    void aClosedSubscriptionHasTheSameOutcomeInMetricsAndAudit() {
        List<String> lines = new CopyOnWriteArrayList<>();
        OperationRegistry audited =
                OperationRegistry.builder()
                        .observer(metrics)
                        .observer(new AuditLog(lines::add, false, ByteBudget.unlimited()))
                        .build();
        OperationSpec endless = OperationSpec.subscription("x.endless").build();
        registry.registerSpec(endless);
        audited.register(endless, (input, context, emitter) -> new CountDownLatch(1).await());
        CallBuilder context = Call.builder().requestId("r-2").parentRequestId("r-1");

        audited.subscribe(context.to("x.endless", Json.parse("{}"))).close();

        await().until(() -> !lines.isEmpty());
        assertThat(lines.getFirst())
                .contains("\"outcome\":\"closed\"")
                .contains("\"request\":\"r-2\",\"parent\":\"r-1\"");
        await().until(
                        () ->
                                meters.find("operations.calls").tag("outcome", "closed").timer()
                                        != null);
        assertThat(meters.find("operations.calls").tag("outcome", "ABORTED").timer()).isNull();
    }
}
