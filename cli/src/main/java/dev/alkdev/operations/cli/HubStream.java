package dev.alkdev.operations.cli;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.SseEvent;
import dev.alkdev.operations.web.SseParser;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Optional;

/** The items a hub sends as server-sent events. For one thread. */
final class HubStream implements ItemStream {
    private final InputStream body;
    private final HubConnection connection;
    private final ArrayDeque<SseEvent> events = new ArrayDeque<>();
    private final SseParser parser = new SseParser(events::add);
    private final byte[] buffer = new byte[8 * 1024];
    private boolean ended;

    HubStream(InputStream body, HubConnection connection) {
        this.body = body;
        this.connection = connection;
    }

    @Override
    public Optional<JsonNode> next() {
        while (!ended) {
            SseEvent event = events.isEmpty() ? read() : events.remove();
            switch (event.event()) {
                case "item" -> {
                    return Optional.of(data(event));
                }
                case "error" -> {
                    ended = true;
                    throw connection.problem(data(event), "an error that is no problem");
                }
                case "complete" -> ended = true;
                default -> {
                    // A newer hub may tell more than we know of.
                }
            }
        }
        return Optional.empty();
    }

    private SseEvent read() {
        try {
            while (events.isEmpty()) {
                int count = body.read(buffer);
                if (count < 0) {
                    throw new IOException("the stream broke off");
                }
                parser.feed(buffer, 0, count);
            }
            return events.remove();
        } catch (IOException e) {
            ended = true;
            throw connection.lost(e);
        } catch (IllegalStateException e) {
            ended = true;
            throw connection.noHub(String.valueOf(e.getMessage()));
        }
    }

    private JsonNode data(SseEvent event) {
        try {
            return Json.parse(event.data());
        } catch (IllegalArgumentException e) {
            throw connection.noHub("an event is " + e.getMessage());
        }
    }

    @Override
    public void close() {
        ended = true;
        try {
            body.close();
        } catch (IOException e) {
            // It is closed as far as we are concerned; the hub finds out by itself.
            return;
        }
    }
}
