package dev.alkdev.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.util.concurrent.CountDownLatch;

@ExtendWith(LeakCheck.class)
@Timeout(30)
class DrainGateTest {
    @Test
    void aStreamThatIsEndedWhileItIsOpenedDoesNotStay() {
        DrainGate gate = new DrainGate("it stops");
        CallObserver revoking =
                call -> {
                    gate.end(
                            caller -> true,
                            new CallException(ErrorCode.ACCESS_DENIED, "no longer accepted"));
                    return failure -> {};
                };
        OperationRegistry registry =
                OperationRegistry.builder().observer(gate).observer(revoking).build();
        registry.register(
                OperationSpec.subscription("x.endless").build(),
                (input, context, emitter) -> new CountDownLatch(1).await());

        assertThatThrownBy(() -> openAndRead(registry))
                .isInstanceOf(CallException.class)
                .hasMessage("no longer accepted");
        assertThat(gate.running()).isZero();
    }

    private static boolean openAndRead(OperationRegistry registry) {
        try (Subscription<JsonNode> stream = registry.subscribe("x.endless", Json.parse("{}"))) {
            return stream.hasNext();
        }
    }
}
