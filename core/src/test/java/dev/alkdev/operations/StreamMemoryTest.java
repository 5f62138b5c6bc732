package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.query;
import static dev.alkdev.operations.Calls.subscription;
import static dev.alkdev.operations.Calls.waitForInterrupt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.base.ByteBudget;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatAHandlerLeavesUnreadIsReturnedAtTheEndOfItsCall(boolean streamEnds) {
        ByteBudget budget = ByteBudget.of(10_000_000);
        OperationRegistry registry = OperationRegistry.builder().byteBudget(budget).build();
        registry.register(
                subscription("a.watch"),
                (input, context, emitter) -> {
                    emitter.emit("x".repeat(1_000));
                    emitter.emit("y".repeat(1_000));
                    if (!streamEnds) {
                        waitForInterrupt();
                    }
                });
        List<Object> kept = new ArrayList<>();
        registry.register(
                query("a.opens"),
                (input, context) -> {
                    for (int i = 0; i < 100; i++) {
                        Subscription<JsonNode> stream = context.env().subscribe("a.watch", NOTHING);
                        kept.add(stream);
                        if (i % 2 == 0) {
                            stream.next();
                        }
                    }
                    await().until(() -> budget.used() > 150_000);
                    return "done";
                });

        registry.execute("a.opens", NOTHING);

        assertThat(budget.used()).isZero();
        assertThat(kept).hasSize(100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ends", "fails", "times out", "is cancelled"})
    void droppedStreamsGiveTheirBytesBackHoweverTheyEnd(String end) {
        ByteBudget budget = ByteBudget.of(100_000_000);
        OperationRegistry registry = OperationRegistry.builder().byteBudget(budget).build();
        registry.register(
                subscription("a.watch"),
                (input, context, emitter) -> {
                    for (int i = 0; i < 12; i++) {
                        emitter.emit("x".repeat(1_000));
                    }
                    if (end.equals("fails")) {
                        throw new IllegalStateException("x");
                    }
                });
        Random random = new Random(42);
        for (int i = 0; i < 2_000; i++) {
            Cancellation cancellation = Cancellation.create();
            CallBuilder call = Call.builder().cancellation(cancellation);
            if (end.equals("times out")) {
                call.timeout(Duration.ofMillis(random.nextInt(5)));
            }
            try {
                registry.subscribe(call.to("a.watch", NOTHING));
            } catch (CallException late) {
                assertThat(late.code()).isEqualTo(ErrorCode.TIMEOUT);
            }
            if (end.equals("is cancelled")) {
                cancellation.cancel();
            }
        }

        await().until(
                        () -> {
                            System.gc();
                            return budget.used() == 0 && registry.openSubscriptions() == 0;
                        });
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
