package dev.alkdev.operations.console;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.http.Endpoint;
import dev.alkdev.operations.http.Exchange;
import dev.alkdev.operations.http.LongAnswer;

import jakarta.servlet.http.HttpServletRequest;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Sends calls as they happen, as server-sent events. Whoever reads looks at what was recorded four
 * times a second, so that nobody who calls waits. Threads share it.
 */
final class ActivityEvents implements Endpoint {
    private static final Logger LOG = LoggerFactory.getLogger(ActivityEvents.class);
    private static final Duration PAUSE = Duration.ofMillis(250);
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    private static final int MOST_CALLS = 500;
    private static final int MOST_READERS = 500;
    private static final int MOST_READERS_OF_CALLER = 20;

    private final ConsoleOptions options;
    private final Set<Reader> readers = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    ActivityEvents(ConsoleOptions options) {
        this.options = options;
    }

    @Override
    public List<String> methods() {
        return List.of("GET", "OPTIONS");
    }

    @Override
    public void serve(Exchange exchange) throws IOException {
        HttpServletRequest request = exchange.request();
        ActivityFilter filter = ActivityFilter.parse(request.getQueryString());
        options.reads().accept(exchange.caller());
        requireRoom(exchange.caller());
        exchange.response().setContentType("text/event-stream");
        exchange.response().setHeader("X-Accel-Buffering", "no");
        OutputStream out = exchange.response().getOutputStream();
        Reader reader = new Reader(options.viewer(exchange.caller()), filter, out);
        LongAnswer answer = LongAnswer.begin(request);
        readers.add(reader);
        Registration expiry =
                options.authenticator()
                        .atExpiry(request, options.registry().time(), why -> reader.end());
        if (closed) {
            reader.end();
        }
        Thread.ofVirtual()
                .name("operations-console-events")
                .start(
                        () -> {
                            try {
                                reader.run();
                            } finally {
                                readers.remove(reader);
                                expiry.close();
                                answer.finish();
                            }
                        });
        answer.await();
    }

    /** Anonymous callers share the total limit, because they cannot be distinguished. */
    private void requireRoom(Caller caller) {
        boolean full = readers.size() >= MOST_READERS;
        boolean fullForCaller =
                caller instanceof Caller.Authenticated
                        && readers.stream()
                                        .filter(each -> each.viewer.caller().equals(caller))
                                        .count()
                                >= MOST_READERS_OF_CALLER;
        if (full || fullForCaller) {
            throw new CallException(
                    ErrorCode.OVERLOADED,
                    "at most "
                            + MOST_READERS_OF_CALLER
                            + " pages of a user, and "
                            + MOST_READERS
                            + " in all, can watch the activity; close some");
        }
    }

    /** Ends the streams of some viewers. */
    void close(Predicate<Caller> whose) {
        readers.stream().filter(each -> whose.test(each.viewer.caller())).forEach(Reader::end);
    }

    /** Ends all, now and later. */
    void close() {
        closed = true;
        close(caller -> true);
    }

    /** One page that watches. */
    private final class Reader {
        private final Viewer viewer;
        private final ActivityFilter filter;
        private final OutputStream out;
        private final ActivityView view;
        private final CountDownLatch end = new CountDownLatch(1);

        Reader(Viewer viewer, ActivityFilter filter, OutputStream out) {
            this.viewer = viewer;
            this.filter = filter;
            this.out = out;
            this.view = new ActivityView(options.activity(), viewer);
        }

        void end() {
            end.countDown();
        }

        void run() {
            Activity activity = options.activity();
            long place = activity.next();
            long silent = System.nanoTime();
            try {
                write(": \n\n");
                while (!end.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                    List<RecordedCall> calls = new ArrayList<>();
                    place = activity.read(place, calls, MOST_CALLS);
                    String event = event(calls);
                    boolean beats = System.nanoTime() - silent > HEARTBEAT.toNanos();
                    if (!event.isEmpty() || beats) {
                        write(event.isEmpty() ? ": \n\n" : event);
                        silent = System.nanoTime();
                    }
                }
                write("event: end\ndata: {}\n\n");
            } catch (IOException gone) {
                LOG.debug("A page that watched the activity has gone", gone);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private String event(List<RecordedCall> calls) {
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            ArrayNode shown = json.putArray("calls");
            calls.stream()
                    .filter(filter::wants)
                    .filter(viewer::sees)
                    .forEach(call -> shown.add(view.json(call)));
            return shown.isEmpty() ? "" : "event: calls\ndata: " + json + "\n\n";
        }

        private void write(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }
}
