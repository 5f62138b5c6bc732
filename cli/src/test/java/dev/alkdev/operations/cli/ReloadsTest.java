package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.concurrent.atomic.AtomicInteger;

class ReloadsTest {
    private final AtomicInteger done = new AtomicInteger();

    @Test
    void whatIsAskedForTooEarlyIsDoneOnceAsSoonAsPossible() {
        try (Reloads reloads = new Reloads()) {
            reloads.ask();
            reloads.ask();
            assertThat(done).hasValue(0);

            reloads.begin(done::incrementAndGet);

            assertThat(done).hasValue(1);
        }
    }

    @Test
    void nothingIsReloadedUnasked() {
        try (Reloads reloads = new Reloads()) {
            reloads.begin(done::incrementAndGet);
            assertThat(done).hasValue(0);

            reloads.ask();
            reloads.ask();

            assertThat(done).hasValue(2);
        }
    }

    @Test
    void nothingIsReloadedAfterTheEnd() {
        Reloads reloads = new Reloads();
        reloads.begin(done::incrementAndGet);
        reloads.close();

        reloads.ask();

        assertThat(done).hasValue(0);
    }
}
