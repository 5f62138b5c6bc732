package dev.alkdev.operations.web;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/**
 * How streams of server-sent events are read. Immutable; threads may share it.
 *
 * @param maxReconnects how often in a row a lost connection is opened again; 0 for never
 * @param reconnectDelay the pause before that, unless the server says another
 * @param idleTimeout how long the server may send nothing at all, not even a comment; null for ever
 * @param maxEventBytes the longest line, and the longest event
 * @param endMarker the data of an event that means the end, as {@code [DONE]} does in some APIs;
 *     null for none
 */
public record EventStreamOptions(
        int maxReconnects,
        Duration reconnectDelay,
        @Nullable Duration idleTimeout,
        int maxEventBytes,
        @Nullable String endMarker) {

    /** No reconnecting, no idle timeout, events of 16 MiB at the most, no end marker. */
    public static EventStreamOptions defaults() {
        return new EventStreamOptions(
                0, Duration.ofSeconds(3), null, SseParser.DEFAULT_MAX_BYTES, null);
    }

    /** Opens a lost connection again, after the last event it had. */
    public EventStreamOptions withReconnects(int maxReconnects, Duration reconnectDelay) {
        return new EventStreamOptions(
                maxReconnects, reconnectDelay, idleTimeout, maxEventBytes, endMarker);
    }

    public EventStreamOptions withIdleTimeout(Duration idleTimeout) {
        return new EventStreamOptions(
                maxReconnects, reconnectDelay, idleTimeout, maxEventBytes, endMarker);
    }

    public EventStreamOptions withMaxEventBytes(int maxEventBytes) {
        return new EventStreamOptions(
                maxReconnects, reconnectDelay, idleTimeout, maxEventBytes, endMarker);
    }

    public EventStreamOptions withEndMarker(String endMarker) {
        return new EventStreamOptions(
                maxReconnects, reconnectDelay, idleTimeout, maxEventBytes, endMarker);
    }
}
