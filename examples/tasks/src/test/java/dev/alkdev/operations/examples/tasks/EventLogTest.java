package dev.alkdev.operations.examples.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.examples.tasks.EventLog.Numbered;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Optional;

class EventLogTest {
    private final EventLog<String> log = new EventLog<>(2);

    @Test
    void eventsAreNumberedFromOne() throws InterruptedException {
        log.append(number -> "event " + number);
        log.append(number -> "event " + number);

        assertThat(log.last()).isEqualTo(2);
        assertThat(log.after(0, Duration.ZERO)).contains(new Numbered<>(1, "event 1"));
        assertThat(log.after(1, Duration.ZERO)).contains(new Numbered<>(2, "event 2"));
    }

    @Test
    void onlyTheLatestAreKept() {
        for (int i = 0; i < 3; i++) {
            log.append(number -> "event " + number);
        }

        assertThatThrownBy(() -> log.after(0, Duration.ZERO))
                .isInstanceOf(EventLog.GoneException.class)
                .hasMessage("the oldest event that is kept is 2");
    }

    @Test
    void aNumberThatWasNotGivenYetComesFromAnotherLog() {
        assertThatThrownBy(() -> log.after(1, Duration.ZERO))
                .isInstanceOf(EventLog.GoneException.class)
                .hasMessage("the oldest event that is kept is 1");

        log.append(number -> "event " + number);

        assertThatThrownBy(() -> log.after(500, Duration.ZERO))
                .isInstanceOf(EventLog.GoneException.class)
                .hasMessage("the oldest event that is kept is 1");
    }

    @Test
    void whoWaitsInVainIsToldSo() throws InterruptedException {
        assertThat(log.after(0, Duration.ofMillis(1))).isEqualTo(Optional.empty());
    }

    @Test
    void closingSendsReadersAway() throws InterruptedException {
        log.append(number -> "event " + number);

        log.close();

        assertThat(log.after(0, EventLog.forEver())).isEqualTo(Optional.empty());
    }
}
