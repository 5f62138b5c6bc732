package dev.alkdev.operations.http;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.StreamSink;
import dev.alkdev.operations.base.Registration;

import jakarta.servlet.http.HttpServletResponse;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** The event streams that are open, and how many of them each caller has. Threads share it. */
final class EventStreams implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RestGateway.class);

    private static final String LAST_EVENT_ID = "Last-Event-ID";

    final RestGateway gateway;
    private final StreamCounts counts;
    private final Set<EventStream> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    EventStreams(RestGateway gateway) {
        this.gateway = gateway;
        this.counts = new StreamCounts(gateway.limits, gateway.registry.byteBudget());
    }

    /**
     * Opens a subscription and sends its events, or why it cannot be opened, on a thread of its
     * own. This one waits for that unless the container allows the answer to outlast it.
     */
    void serve(OperationRequest asked, JsonNode input) throws IOException {
        Exchange exchange = asked.exchange();
        Cancellation client = Cancellation.create();
        Call call = asked.call(call(exchange).cancellation(client), input);
        HttpServletResponse response = exchange.response();
        response.setContentType(OperationRequest.EVENTS);
        // A proxy that collects would hold back what is to be seen at once.
        response.setHeader("X-Accel-Buffering", "no");
        if (exchange.isHead()) {
            probe(asked, call);
            return;
        }
        LongAnswer answer = LongAnswer.begin(exchange.request());
        EventStream stream = new EventStream(this, asked, client, answer::finish);
        // Here and not below: who sends a request may be known to its own thread only.
        Registration expiry = endAtExpiry(stream, exchange);
        Thread.ofVirtual()
                .name("operations-event-stream")
                .start(
                        () -> {
                            try (expiry) {
                                run(stream, asked, call);
                            } finally {
                                if (!stream.isOpened()) {
                                    answer.finish();
                                }
                            }
                        });
        answer.await();
    }

    /** Has no timeout unless the request gives one. */
    private static CallBuilder call(Exchange exchange) {
        CallBuilder call = exchange.call();
        String lastEventId = exchange.request().getHeader(LAST_EVENT_ID);
        if (lastEventId != null) {
            call.lastEventId(utf8(lastEventId));
        }
        Duration asked = exchange.timeout();
        return asked == null ? call : call.timeout(asked);
    }

    /** Browsers send ids as they got them, in UTF-8; containers read headers byte by byte. */
    private static String utf8(String header) {
        boolean isBytes = header.chars().allMatch(c -> c < 0x100);
        return isBytes
                ? new String(header.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8)
                : header;
    }

    /** Opens it all the same, to answer as GET would. */
    private void probe(OperationRequest asked, Call call) {
        AtomicBoolean opened = new AtomicBoolean();
        try (Registration counted = counts.enter(asked.exchange())) {
            gateway.registry.stream(call, new Probe(opened));
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
            throw new CallException(ErrorCode.ABORTED, "HEAD request: the stream is not read");
        }

        @Override
        public void item(ResponseEnvelope<JsonNode> item) {}
    }

    private void run(EventStream stream, OperationRequest asked, Call call) {
        Exchange exchange = asked.exchange();
        try (Registration counted = counts.enter(exchange);
                Registration watching = gateway.onGone(exchange, stream::abandon)) {
            stream.run(call);
        } catch (RuntimeException failure) {
            refuse(asked, failure);
        } finally {
            open.remove(stream);
        }
    }

    private void refuse(OperationRequest asked, RuntimeException failure) {
        Exchange exchange = asked.exchange();
        try {
            exchange.send(
                    switch (failure) {
                        case CallException call -> gateway.failed(asked, call);
                        case Refusal refusal -> refusal;
                        default -> ExchangeServlet.unexpected(exchange, failure);
                    });
        } catch (IOException gone) {
            LOG.debug("The client of {} has gone", exchange.path(), gone);
        }
    }

    /** Whoever opened a stream may read it no longer than they could open it. */
    private Registration endAtExpiry(EventStream stream, Exchange exchange) {
        return gateway.authenticator.atExpiry(
                exchange.request(),
                gateway.registry.time(),
                why -> stream.end(new CallException(ErrorCode.ACCESS_DENIED, why)));
    }

    /** Called by a stream whose call was accepted. */
    void opened(EventStream stream) {
        open.add(stream);
        if (closed) {
            stream.end(goingAway());
        }
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
