package dev.alkdev.operations.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditClockTest {
    private final AuditLog.Clock clock = new AuditLog.Clock();

    @ParameterizedTest
    @CsvSource({
        "0, 1970-01-01T00:00:00.000Z",
        "1, 1970-01-01T00:00:00.001Z",
        "999, 1970-01-01T00:00:00.999Z",
        "60000, 1970-01-01T00:01:00.000Z",
        "1767225600042, 2026-01-01T00:00:00.042Z",
        "-1, 1969-12-31T23:59:59.999Z"
    })
    void timeIsWrittenToTheMillisecond(long millis, String text) {
        StringBuilder line = new StringBuilder();
        clock.append(millis - 1, new StringBuilder());
        clock.append(millis, line);
        assertThat(line).hasToString(text);
    }
}
