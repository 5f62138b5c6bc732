package dev.alkdev.operations.hub;

import java.time.Instant;

/**
 * Writes the time as ISO 8601 has it, to the millisecond. Remembers how the second is written,
 * since many calls share it. Threads share it.
 */
final class AuditClock {
    private volatile Second last = new Second(Long.MIN_VALUE, "");

    private record Second(long number, String text) {
        static Second of(long number) {
            String whole = Instant.ofEpochSecond(number).toString();
            return new Second(number, whole.substring(0, whole.length() - 1));
        }
    }

    void appendTo(StringBuilder line) {
        append(System.currentTimeMillis(), line);
    }

    void append(long millis, StringBuilder line) {
        long number = Math.floorDiv(millis, 1_000L);
        Second second = last;
        if (second.number() != number) {
            second = Second.of(number);
            last = second;
        }
        long rest = Math.floorMod(millis, 1_000L);
        line.append(second.text()).append('.');
        line.append((char) ('0' + rest / 100));
        line.append((char) ('0' + rest / 10 % 10));
        line.append((char) ('0' + rest % 10)).append('Z');
    }
}
