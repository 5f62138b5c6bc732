package dev.alkdev.operations.openapi;

import dev.alkdev.operations.Registration;
import dev.alkdev.operations.TimeSource;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;

/** The time one exchange may take, body included. Closed when the exchange is over. */
final class TimeLimit implements AutoCloseable {
    private final TimeSource time;
    private final long end;
    private volatile boolean over;
    private @Nullable Registration timer;

    private TimeLimit(TimeSource time, long end) {
        this.time = time;
        this.end = end;
    }

    static TimeLimit of(TimeSource time, @Nullable Duration limit) {
        return new TimeLimit(
                time, limit == null ? Long.MAX_VALUE : time.millis() + limit.toMillis());
    }

    /** The time that is left, at least a millisecond; empty if there is no limit. */
    Optional<Duration> left() {
        return end == Long.MAX_VALUE
                ? Optional.empty()
                : Optional.of(Duration.ofMillis(Math.max(1, end - time.millis())));
    }

    boolean isOver() {
        return over || (end != Long.MAX_VALUE && time.millis() >= end);
    }

    /** Closes the body when the time is up, so that whoever reads it wakes. */
    void guard(InputStream body) {
        left().ifPresent(
                        left ->
                                timer =
                                        time.schedule(
                                                left,
                                                () -> {
                                                    over = true;
                                                    closeQuietly(body);
                                                }));
    }

    static void closeQuietly(InputStream body) {
        try {
            body.close();
        } catch (IOException e) {
            // Nobody is left to care about a body that cannot even be closed.
        }
    }

    @Override
    public void close() {
        if (timer != null) {
            timer.close();
        }
    }
}
