package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

import java.util.concurrent.atomic.AtomicInteger;

/** What clients set in their sessions is bounded in bytes. */
class SessionStatesTest {
    private static final String URI = "note://" + "x".repeat(8_000);
    private static final long MEMORY = Runtime.getRuntime().maxMemory() / 32;

    private final SessionStates states = new SessionStates();
    private final AtomicInteger watching = new AtomicInteger();

    private void watch(int session, int resource) {
        states.watch(
                "session-" + session,
                URI + resource,
                () -> {
                    watching.incrementAndGet();
                    return watching::decrementAndGet;
                });
    }

    /** Watches resources until the memory is used up. */
    private void fill() {
        int most = (int) (MEMORY / URI.length());
        assertThatExceptionOfType(McpException.class)
                .isThrownBy(
                        () -> {
                            for (int i = 0; i < most; i++) {
                                watch(i / 500, i);
                            }
                        })
                .withMessage("the server has no memory left to watch resources");
    }

    @Test
    void watchedResourcesHaveAPartOfTheHeap() {
        fill();
        assertThat(watching.get() * 2L * URI.length()).isLessThanOrEqualTo(MEMORY);
        assertThat(watching.get() * 4L * URI.length()).isGreaterThan(MEMORY);
        states.close();
        assertThat(watching).hasValue(0);
        fill();
        states.unwatch("session-0", URI + 0);
        watch(0, 0);
        states.close();
        assertThat(watching).hasValue(0);
    }

    @Test
    void sessionsThatSetALevelGiveWayToOthers() {
        String id = "x".repeat(100_000);
        for (int i = 0; i < MEMORY / id.length(); i++) {
            states.level(id + i, LogLevel.ERROR);
        }
        assertThat(states.level(id + 0)).isEqualTo(LogLevel.INFO);
        assertThat(states.level(id + (MEMORY / id.length() - 1))).isEqualTo(LogLevel.ERROR);
        states.close();
    }

    @Test
    void longUrisAreRefused() {
        assertThatExceptionOfType(McpException.class)
                .isThrownBy(() -> states.watch("s", URI + URI, () -> () -> {}))
                .withMessageContaining("too long");
        assertThat(watching).hasValue(0);
    }
}
