package dev.alkdev.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.testkit.RandomLoad;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import java.time.Duration;

@ExtendWith(LeakCheck.class)
@Timeout(300)
class RandomLoadTest {
    private static final int COUNT = 100_000;

    @Test
    void nothingIsLeftOfRandomCallsAndStreams(LeakCheck leaks) {
        DrainGate gate = new DrainGate("the test is over");
        ByteBudget budget = ByteBudget.of(50_000_000);
        OperationRegistry registry =
                leaks.watch(
                        OperationRegistry.builder()
                                .observer(gate)
                                .byteBudget(budget)
                                .streamBuffer(16)
                                .build());
        RandomLoad.register(registry);

        RandomLoad.run(RandomLoad.Target.of(registry), COUNT, 2_026, true);

        // Dropped streams are closed when they are found.
        await().atMost(Duration.ofSeconds(60))
                .until(
                        () -> {
                            System.gc();
                            return registry.openSubscriptions() == 0 && budget.used() == 0;
                        });
        leaks.verify(Duration.ofSeconds(20));
        assertThat(gate.running()).isZero();
        assertThat(budget.refused()).isZero();
    }
}
