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

    /** The level that is written so; null if there is none. */
    static @Nullable LogLevel of(String text) {
        for (LogLevel level : values()) {
            if (level.text().equals(text)) {
                return level;
            }
        }
        return null;
    }

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
