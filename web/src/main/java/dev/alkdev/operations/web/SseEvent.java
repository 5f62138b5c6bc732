package dev.alkdev.operations.web;

import org.jspecify.annotations.Nullable;

/**
 * One event of a stream.
 *
 * @param data its data lines, joined with line feeds
 * @param event its type, {@code message} unless it named one
 * @param lastEventId the last id the stream named, in this event or before; empty if none
 * @param id the id this very event named
 * @param retry the reconnection time in milliseconds this very event named
 */
public record SseEvent(
        String data, String event, String lastEventId, @Nullable String id, @Nullable Long retry) {}
