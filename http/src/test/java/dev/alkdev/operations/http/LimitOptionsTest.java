package dev.alkdev.operations.http;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.time.Duration;

class LimitOptionsTest {
    private final LimitOptions limits = LimitOptions.defaults();

    @Test
    void whatMakesNoSenseIsRefused() {
        assertThatThrownBy(() -> limits.withMaxBodyBytes(0))
                .hasMessage("maxBodyBytes should be at least 1 but is 0");
        assertThatThrownBy(() -> limits.withHeartbeat(Duration.ZERO))
                .hasMessage("heartbeat should be positive but is PT0S");
        assertThatThrownBy(() -> limits.withBatch(1, 0))
                .hasMessage("batchConcurrency should be at least 1 but is 0");
        assertThatThrownBy(() -> limits.withMaxStreamsPerCaller(-1))
                .hasMessage("maxStreamsPerCaller should be at least 1 but is -1");
        assertThatThrownBy(() -> limits.withTimeouts(Duration.ofSeconds(9), Duration.ofSeconds(5)))
                .hasMessage("defaultTimeout should be at most maxTimeout but is PT9S and PT5S");
    }
}
