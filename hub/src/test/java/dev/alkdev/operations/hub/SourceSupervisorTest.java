package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.base.Backoff;
import dev.alkdev.operations.config.Kind;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** A source that is ready each time it was tried, and fails as soon as it is looked at again. */
class SourceSupervisorTest {
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(20), Duration.ofHours(1));
    private static final SourceConfig CONFIG = new FlappingConfig("x", SourceRulesConfig.none());

    private final AtomicLong clock = new AtomicLong();
    private final FlappingSource source = new FlappingSource();
    private final SourceSupervisor supervisor =
            new SourceSupervisor(CONFIG, source, BACKOFF, clock::get);

    @Kind(value = "flapping", text = "a source that is looked at very often")
    record FlappingConfig(String name, SourceRulesConfig rules) implements SourceConfig {
        @Override
        public HubSource open(HubParts parts) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Duration reload() {
            return Duration.ofMillis(1);
        }
    }

    /** Only the thread of its supervisor asks it. */
    private final class FlappingSource implements HubSource {
        private final SourceOrigin origin = new SourceOrigin(CONFIG);
        private final List<Long> tries = new CopyOnWriteArrayList<>();
        private int looks;

        /** After which try it is ready for a long time. */
        private volatile int stableTry;

        @Override
        public void start() {
            tries.add(System.nanoTime());
            looks = 0;
        }

        @Override
        public void refresh() {
            start();
        }

        @Override
        public OperationSource.Status status() {
            if (looks++ == 0) {
                return new OperationSource.Status(State.READY, 0, null);
            }
            if (looks == 2 && tries.size() == stableTry) {
                clock.addAndGet(BACKOFF.longest().plusNanos(1).toNanos());
            }
            return new OperationSource.Status(State.FAILED, 0, "lost");
        }

        @Override
        public SourceOrigin origin() {
            return origin;
        }

        @Override
        public void withdraw() {}

        @Override
        public void close() {}

        Duration gap(int failure) {
            return Duration.ofNanos(tries.get(failure) - tries.get(failure - 1));
        }
    }

    @AfterEach
    void close() {
        supervisor.close();
    }

    @Test
    void aSourceThatFailsSoonAfterItWasReadyIsRetriedWithGrowingBackoff() {
        supervisor.start(() -> {});

        await().until(() -> source.tries.size() > 5);

        for (int failure = 1; failure <= 5; failure++) {
            assertThat(source.gap(failure)).isGreaterThan(BACKOFF.most(failure).dividedBy(2));
        }
    }

    @Test
    void aSourceThatWasStableForTheLongestDelayIsRetriedSoon() {
        source.stableTry = 7;
        supervisor.start(() -> {});

        await().until(() -> source.tries.size() > 7);

        assertThat(source.gap(7)).isLessThan(source.gap(6));
    }
}
