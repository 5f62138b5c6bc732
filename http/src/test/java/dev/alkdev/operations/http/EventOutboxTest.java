package dev.alkdev.operations.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.time.Duration;

class EventOutboxTest {
    private static final Duration SILENCE = Duration.ofSeconds(10);

    /** A clock that can be set, and runs what is scheduled when it is told to. */
    private static final class SetClock implements TimeSource {
        private long now = Duration.ofDays(1).toMillis();
        private Duration next = Duration.ZERO;
        private Runnable due = () -> {};

        @Override
        public long millis() {
            return now;
        }

        @Override
        public Registration schedule(Duration delay, Runnable task) {
            next = delay;
            due = task;
            return () -> {};
        }
    }

    @Test
    void aClockThatIsSetBackDoesNotSilenceTheHeartbeats() {
        SetClock clock = new SetClock();
        OperationRegistry registry = OperationRegistry.builder().time(clock).build();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        EventOutbox outbox = new EventOutbox(out, registry, failure -> {});
        outbox.beatAfter(SILENCE);

        clock.now -= Duration.ofHours(1).toMillis();
        clock.due.run();
        assertThat(clock.next).isEqualTo(SILENCE);
        clock.now += clock.next.toMillis();
        clock.due.run();

        await().untilAsserted(() -> assertThat(out.toString()).isEqualTo(":\n\n"));
        outbox.end(last -> {});
    }
}
