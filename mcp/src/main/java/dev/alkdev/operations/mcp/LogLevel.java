package dev.alkdev.operations.mcp;

import org.jspecify.annotations.Nullable;

import java.util.Locale;

/** The level of a log message, the least important first. */
enum LogLevel {
    DEBUG,
    INFO,
    NOTICE,
    WARNING,
    ERROR,
    CRITICAL,
    ALERT,
    EMERGENCY;

    private static final LogLevel[] ALL = values();

    private final String text = name().toLowerCase(Locale.ROOT);

    /** The level that is written so; null if there is none. */
    static @Nullable LogLevel of(String text) {
        for (LogLevel level : ALL) {
            if (level.text.equals(text)) {
                return level;
            }
        }
        return null;
    }

    String text() {
        return text;
    }
}
