package dev.alkdev.operations.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

class LogCounterTest {
    private final AtomicLong now = new AtomicLong();
    private final LogCounter counter = new LogCounter(now::get);

    @Test
    void theFirstOfACauseIsDueAndThenEveryTenfold() {
        assertThat(LongStream.range(0, 10_000).map(i -> counter.due("a")).filter(n -> n > 0))
                .containsExactly(1L, 10L, 100L, 1_000L, 10_000L);
        assertThat(counter.due("b")).isEqualTo(1);
    }

    @Test
    void aCauseBeginsAnewAfterAQuietMinute() {
        counter.due("a");
        now.addAndGet(Duration.ofSeconds(59).toNanos());
        assertThat(counter.due("a")).isZero();
        now.addAndGet(Duration.ofSeconds(59).toNanos());
        assertThat(counter.due("a")).as("repeated within the minute").isZero();
        now.addAndGet(Duration.ofSeconds(61).toNanos());
        assertThat(counter.due("a")).isEqualTo(1);
        assertThat(counter.due("a")).isZero();
    }

    @Test
    void causesBeyondReasonAreCountedTogether() {
        long lines = IntStream.range(0, 100_000).filter(i -> counter.due("cause " + i) > 0).count();
        assertThat(lines).isBetween(1_000L, 1_010L);
        assertThat(counter.due("cause 1")).isZero();
    }

    @Test
    void newCausesAreToldApartAgainOnceOthersAreQuiet() {
        for (int i = 0; i < 1_000; i++) {
            counter.due("cause " + i);
        }
        assertThat(counter.due("first beyond")).isEqualTo(1);
        assertThat(counter.due("second beyond")).isZero();

        now.addAndGet(Duration.ofSeconds(61).toNanos());

        assertThat(LongStream.range(0, 8).map(i -> counter.due("new " + i))).containsOnly(1L);
    }

    @Test
    void longCausesAreKeptShort() {
        assertThat(counter.due("x".repeat(600) + "a")).isEqualTo(1);
        assertThat(counter.due("x".repeat(600) + "b")).isZero();
    }
}
