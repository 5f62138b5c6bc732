package dev.alkdev.operations.http;

import dev.alkdev.operations.ByteBudget;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Registration;
import dev.alkdev.operations.Subscription;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The event streams that are open, and how many of them each caller has. Threads share it. */
final class EventStreams implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RestGateway.class);

    private final RestSettings settings;
    private final RestLimits limits;
    private final ByteBudget budget;
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();
    private final Set<EventStream> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    EventStreams(RestSettings settings) {
        this.limits = settings.limits();
        this.budget = settings.registry().byteBudget().bulk();
        this.settings = settings;
    }

    /**
     * Opens a subscription and sends its events.
     *
     * @throws CallException if it cannot be opened, or the caller has too many
     */
    void serve(Exchange exchange, EventForm form, Supplier<Subscription<JsonNode>> opening)
            throws IOException {
        HttpServletResponse response = exchange.response();
        response.setContentType(Accepted.EVENTS);
        // A proxy that collects would hold back what is to be seen at once.
        response.setHeader("X-Accel-Buffering", "no");
        String caller = name(exchange);
        enter(caller);
        EventStream stream;
        try {
            stream = new EventStream(opening.get(), form, budget);
        } catch (RuntimeException e) {
            leave(caller);
            throw e;
        }
        if (exchange.isHead()) {
            // Opened all the same, to say whether GET would be.
            stream.close();
            leave(caller);
            return;
        }
        HttpServletRequest request = exchange.request();
        if (request.isAsyncSupported()) {
            AsyncContext async = request.startAsync();
            async.setTimeout(0);
            Thread.ofVirtual()
                    .name("operations-event-writer")
                    .start(() -> runLater(async, exchange, stream, caller));
        } else {
            run(exchange, stream, caller);
        }
    }

    private void runLater(
            AsyncContext async, Exchange exchange, EventStream stream, String caller) {
        try {
            run(exchange, stream, caller);
        } catch (IOException gone) {
            LOG.debug("The client of {} has gone", exchange.path(), gone);
        } finally {
            complete(async);
        }
    }

    private static void complete(AsyncContext async) {
        try {
            async.complete();
        } catch (IllegalStateException ended) {
            LOG.debug("The container has ended the request already", ended);
        }
    }

    private void run(Exchange exchange, EventStream stream, String caller) throws IOException {
        open.add(stream);
        if (closed) {
            stream.end(goingAway());
        }
        try (Registration watching = settings.onGone(exchange, stream::abandon)) {
            stream.write(exchange.response().getOutputStream(), limits.heartbeat());
        } finally {
            stream.close();
            open.remove(stream);
            leave(caller);
        }
    }

    private void enter(String caller) {
        int most = limits.maxStreamsPerCaller();
        Integer now = counts.merge(caller, 1, Integer::sum);
        if (now != null && now > most) {
            leave(caller);
            throw new CallException(
                    ErrorCode.OVERLOADED,
                    "the caller has " + most + " event streams open, as many as are allowed");
        }
    }

    private void leave(String caller) {
        counts.computeIfPresent(caller, (name, count) -> count == 1 ? null : count - 1);
    }

    private static String name(Exchange exchange) {
        return switch (exchange.caller()) {
            case Caller.Authenticated(var identity) -> "identity " + identity.id();
            case Caller.Anonymous anonymous -> exchange.request().getRemoteAddr();
            case Caller.Trusted trusted -> exchange.request().getRemoteAddr();
        };
    }

    /** Ends all streams because the server shuts down. */
    @Override
    public void close() {
        // Before those that are open are told, so that one which opens now finds out by itself.
        closed = true;
        open.forEach(stream -> stream.end(goingAway()));
    }

    private static CallException goingAway() {
        return new CallException(ErrorCode.UNAVAILABLE, "the server is going away");
    }
}
