package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.base.ByteBudget;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

@Timeout(60)
class StreamMemoryTest {
    @Test
    void streamsThatNobodyReadsKeepTheBulkOfTheBudgetAndOneItemEachAtMost() {
        ByteBudget budget = ByteBudget.of(200_000);
        OperationRegistry registry = OperationRegistry.builder().byteBudget(budget).build();
        AtomicInteger made = new AtomicInteger();
        registry.register(subscription("a.watch"), endless(made));
        List<Subscription<JsonNode>> unread = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            unread.add(registry.subscribe("a.watch", NOTHING));
        }

        await().until(() -> budget.used() > 140_000);
        try (Subscription<JsonNode> read = registry.subscribe("a.watch", NOTHING)) {
            for (int i = 0; i < 2_000; i++) {
                assertThat(read.next().data().stringValue()).hasSize(1_000);
            }
        }
        assertThat(budget.used()).isLessThan(150_000 + 21 * 1_100);
        assertThat(made.get()).isLessThan(2_000 + 300);

        unread.forEach(Subscription::close);
        assertThat(budget.used()).isZero();
    }

    @Test
    void oneStreamKeepsAFewMegabytesAtMost() {
        OperationRegistry registry = OperationRegistry.create();
        AtomicInteger made = new AtomicInteger();
        registry.register(
                subscription("a.watch"),
                (input, context, emitter) -> {
                    while (true) {
                        emitter.emit("x".repeat(1 << 20));
                        made.incrementAndGet();
                    }
                });

        try (Subscription<JsonNode> read = registry.subscribe("a.watch", NOTHING)) {
            await().until(() -> made.get() == 3);
            for (int i = 0; i < 20; i++) {
                read.next();
            }
            await().until(() -> made.get() == 23);
        }
    }

    private static StreamHandler endless(AtomicInteger made) {
        return (input, context, emitter) -> {
            while (true) {
                emitter.emit("x".repeat(1_000));
                made.incrementAndGet();
            }
        };
    }
}
