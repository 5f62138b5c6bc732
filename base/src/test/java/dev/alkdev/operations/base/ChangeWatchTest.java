package dev.alkdev.operations.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

@Timeout(60)
class ChangeWatchTest {
    private final AtomicInteger state = new AtomicInteger();
    private final List<Integer> reported = new CopyOnWriteArrayList<>();

    private ChangeWatch watch(Supplier<Integer> look, Runnable changed) {
        return ChangeWatch.start("test-watch", Duration.ofMillis(2), look, changed);
    }

    @Test
    void reportsEachStableChange() {
        try (ChangeWatch watch = watch(state::get, () -> reported.add(state.get()))) {
            state.set(1);
            await().until(() -> reported.equals(List.of(1)));
            state.set(2);
            await().until(() -> reported.equals(List.of(1, 2)));
        }
    }

    @Test
    void goesOnAfterAnErrorOfTheAction() {
        Runnable failing =
                () -> {
                    reported.add(state.get());
                    throw new NoClassDefFoundError("com/acme/Missing");
                };
        try (ChangeWatch watch = watch(state::get, failing)) {
            state.set(1);
            await().until(() -> reported.equals(List.of(1)));
            state.set(2);
            await().until(() -> reported.equals(List.of(1, 2)));
        }
    }

    @Test
    void goesOnAfterALookThatFailed() {
        AtomicInteger failures = new AtomicInteger();
        Supplier<Integer> look =
                () -> {
                    if (state.get() == 1) {
                        failures.incrementAndGet();
                        throw new NoClassDefFoundError("com/acme/Missing");
                    }
                    return state.get();
                };
        try (ChangeWatch watch = watch(look, () -> reported.add(state.get()))) {
            state.set(1);
            await().until(() -> failures.get() > 2);
            assertThat(reported).isEmpty();
            state.set(2);
            await().until(() -> reported.equals(List.of(2)));
        }
    }
}
