package dev.alkdev.operations.http;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.Registration;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.StreamSink;
import dev.alkdev.operations.web.Challenge;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletResponse;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** The event streams that are open, and how many of them each caller has. Threads share it. */
final class EventStreams implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RestGateway.class);

    private final RestOptions settings;
    private final LimitOptions limits;
    private final CallRequests requests;
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();
    private final Set<EventStream> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    EventStreams(RestOptions settings) {
        this.limits = settings.limits();
        this.requests = new CallRequests(settings);
        this.settings = settings;
    }

    OperationRegistry registry() {
        return settings.registry();
    }

    Duration heartbeat() {
        return limits.heartbeat();
    }

    /**
     * Opens a subscription and sends its events, on a thread of its own if the container allows it.
     *
     * @throws CallException if it cannot be opened, or the caller has too many
     */
    void serve(Asked asked, JsonNode input) throws IOException {
        Exchange exchange = asked.exchange();
        Cancellation client = Cancellation.create();
        Call call = asked.call(requests.ofStream(exchange).cancellation(client), input);
        HttpServletResponse response = exchange.response();
        response.setContentType(Accepted.EVENTS);
        // A proxy that collects would hold back what is to be seen at once.
        response.setHeader("X-Accel-Buffering", "no");
        if (exchange.isHead()) {
            limited(asked, () -> probe(call));
        } else if (exchange.request().isAsyncSupported()) {
            AsyncContext async = exchange.request().startAsync();
            async.setTimeout(0);
            Runnable done = () -> complete(async);
            EventStream stream = new EventStream(this, EventForm.of(asked), client, done);
            Thread.ofVirtual()
                    .name("operations-event-stream")
                    .start(() -> runOrAnswer(stream, asked, call, done));
        } else {
            CountDownLatch written = new CountDownLatch(1);
            Runnable done = written::countDown;
            run(new EventStream(this, EventForm.of(asked), client, done), asked, call);
            await(written);
        }
    }

    /** Opens it all the same, to say whether GET would be. */
    private void probe(Call call) {
        AtomicBoolean opened = new AtomicBoolean();
        try {
            registry().stream(call, new Probe(opened));
        } catch (CallException failure) {
            if (!opened.get()) {
                throw failure;
            }
        }
    }

    private record Probe(AtomicBoolean opened) implements StreamSink {
        @Override
        public void open() {
            opened.set(true);
            throw new CallException(ErrorCode.ABORTED, "it was only asked whether it would open");
        }

        @Override
        public void item(ResponseEnvelope<JsonNode> item) {}
    }

    private void runOrAnswer(EventStream stream, Asked asked, Call call, Runnable done) {
        Exchange exchange = asked.exchange();
        try {
            try {
                run(stream, asked, call);
            } catch (CallException failure) {
                Challenge challenge = settings.challenge(exchange);
                CallAnswer.fail(exchange, failure, asked.spec(), challenge);
            } catch (RuntimeException bug) {
                EndpointServlet.fail(exchange, bug);
            }
        } catch (IOException gone) {
            LOG.debug("The client of {} has gone", exchange.path(), gone);
        } finally {
            if (!stream.isOpened()) {
                done.run();
            }
        }
    }

    private static void complete(AsyncContext async) {
        try {
            async.complete();
        } catch (IllegalStateException ended) {
            LOG.debug("The container has ended the request already", ended);
        }
    }

    private static void await(CountDownLatch written) {
        try {
            written.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(EventStream stream, Asked asked, Call call) {
        limited(
                asked,
                () -> {
                    try (Registration watching =
                                    settings.onGone(asked.exchange(), stream::abandon);
                            Registration expiry = endAtExpiry(stream, asked.exchange())) {
                        stream.run(call);
                    } finally {
                        open.remove(stream);
                    }
                });
    }

    /** Whoever opened a stream may read it no longer than they could open it. */
    private Registration endAtExpiry(EventStream stream, Exchange exchange) {
        return settings.authenticator()
                .atExpiry(exchange.request(), registry().time(), () -> stream.end(expired()));
    }

    private static CallException expired() {
        return new CallException(ErrorCode.ACCESS_DENIED, "the token has expired");
    }

    /** Called by a stream whose call was accepted. */
    void opened(EventStream stream) {
        open.add(stream);
        if (closed) {
            stream.end(goingAway());
        }
    }

    private void limited(Asked asked, Runnable stream) {
        String caller = name(asked.exchange());
        int most = limits.maxStreamsPerCaller();
        Integer now = counts.merge(caller, 1, Integer::sum);
        try {
            if (now != null && now > most) {
                throw new CallException(
                        ErrorCode.OVERLOADED,
                        "the caller has " + most + " event streams open, as many as are allowed");
            }
            stream.run();
        } finally {
            counts.computeIfPresent(caller, (name, count) -> count == 1 ? null : count - 1);
        }
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
