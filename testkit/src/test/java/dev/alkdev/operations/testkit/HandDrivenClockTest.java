package dev.alkdev.operations.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.base.Registration;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

class HandDrivenClockTest {
    private final HandDrivenClock clock = new HandDrivenClock();
    private final List<String> ran = new ArrayList<>();

    private Registration at(int seconds, String name) {
        return clock.schedule(Duration.ofSeconds(seconds), () -> ran.add(name));
    }

    @Test
    void timePassesOnlyWhenItIsToldTo() {
        assertThat(clock.now()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));

        clock.advance(Duration.ofSeconds(90));

        assertThat(clock.now()).isEqualTo(Instant.parse("2026-01-01T00:01:30Z"));
    }

    @Test
    void whatBecomesDueRunsInTheOrderOfItsTime() {
        at(2, "second");
        at(1, "first");
        at(2, "also second");
        at(3, "third");

        clock.advance(Duration.ofSeconds(2));

        assertThat(ran).containsExactly("first", "second", "also second");
        assertThat(clock.pending()).isEqualTo(1);
    }

    @Test
    void aTaskSeesItsOwnTimeAndMayScheduleMore() {
        clock.schedule(
                Duration.ofSeconds(1),
                () -> {
                    ran.add(clock.now().toString());
                    at(1, "more");
                });

        clock.advance(Duration.ofSeconds(5));

        assertThat(ran).containsExactly("2026-01-01T00:00:01Z", "more");
        assertThat(clock.now()).isEqualTo(Instant.parse("2026-01-01T00:00:05Z"));
    }

    @Test
    void whatIsTakenBackDoesNotRun() {
        at(1, "never").close();

        clock.advance(Duration.ofSeconds(5));

        assertThat(ran).isEmpty();
        assertThat(clock.pending()).isZero();
    }
}
