package dev.alkdev.operations.examples.tasks;

import com.sun.net.httpserver.HttpExchange;

import dev.alkdev.operations.examples.tasks.EventLog.Numbered;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Writes loans as server-sent events while they happen, and a tick when nothing does. Threads may
 * share it.
 */
final class LoanStream {
    private static final int MOST_READERS = 64;

    private final Semaphore readers = new Semaphore(MOST_READERS);
    private final Clock clock;
    private final Duration tick;

    /**
     * A stream.
     *
     * @param tick how long it stays silent; a tick also finds out whether the client is still there
     */
    LoanStream(Clock clock, Duration tick) {
        this.clock = clock;
        this.tick = tick;
    }

    void serve(HttpExchange exchange, EventLog<LoanEvent> loans)
            throws IOException, InterruptedException {
        if (!exchange.getRequestMethod().equals("GET")) {
            throw new LibraryProblem(405, "METHOD_NOT_ALLOWED", "/loans/events is read with GET");
        }
        long start = start(exchange.getRequestHeaders().getFirst("Last-Event-ID"), loans);
        if (!readers.tryAcquire()) {
            throw new LibraryProblem(
                    503, "TOO_MANY_READERS", "There are " + MOST_READERS + " readers already");
        }
        try {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.sendResponseHeaders(200, 0);
            write(loans, start, exchange.getResponseBody());
        } finally {
            readers.release();
        }
    }

    private static long start(@Nullable String lastEventId, EventLog<LoanEvent> loans) {
        if (lastEventId == null) {
            return loans.last();
        }
        if (!lastEventId.matches("[0-9]{1,18}")) {
            throw new LibraryProblem(
                    400, "INVALID", "Last-Event-ID should be a number but is " + lastEventId);
        }
        return Long.parseLong(lastEventId);
    }

    private void write(EventLog<LoanEvent> loans, long start, OutputStream out)
            throws IOException, InterruptedException {
        long last = start;
        send(out, "tick", null, tick());
        while (!loans.isClosed()) {
            Optional<Numbered<LoanEvent>> next;
            try {
                next = loans.after(last, tick);
            } catch (EventLog.GoneException e) {
                // What is not kept cannot be sent; the gap shows in the ids. An id from before a
                // restart says nothing of the events since: they are all sent.
                last = e.oldest() - 1;
                continue;
            }
            if (next.isPresent()) {
                last = next.get().sequence();
                send(out, "loan", last, Json.mapper().valueToTree(next.get().event()));
            } else if (!loans.isClosed()) {
                send(out, "tick", null, tick());
            }
        }
    }

    private JsonNode tick() {
        return Json.mapper()
                .createObjectNode()
                .put("kind", "tick")
                .put("at", clock.instant().toString());
    }

    private static void send(OutputStream out, String event, @Nullable Long id, JsonNode data)
            throws IOException {
        String text =
                (id == null ? "" : "id: " + id + "\n")
                        + "event: "
                        + event
                        + "\ndata: "
                        + data
                        + "\n\n";
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
