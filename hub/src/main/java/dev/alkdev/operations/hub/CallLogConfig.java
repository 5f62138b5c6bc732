package dev.alkdev.operations.hub;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;

/**
 * How calls are written down, one line each. Immutable; threads may share it.
 *
 * @param inputs whether the inputs of calls are written, too
 * @param file what is appended to; null for the log
 */
public record CallLogConfig(boolean inputs, @Nullable Path file) {
    private static final CallLogConfig DEFAULTS = new CallLogConfig(false, null);

    /** To the log, without inputs. */
    public static CallLogConfig defaults() {
        return DEFAULTS;
    }
}
