package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.http.ClientWatch;
import dev.alkdev.operations.http.Exchange;
import dev.alkdev.operations.http.LongAnswer;
import dev.alkdev.operations.http.StreamCounts;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The streams of notifications that are open, and those that clients resume. Threads may share it.
 */
final class ListenStreams implements AutoCloseable {
    /** Streams without a connection; the eldest ends for another one. */
    private static final int MOST_WAITING = 1_000;

    private final McpServer server;
    private final GatewayParts parts;
    private final StreamCounts counts;
    private final KeptStreams kept;
    private final Map<MessageStream, Opened> open = new ConcurrentHashMap<>();
    private final Map<String, StandingStream> bySession = new ConcurrentHashMap<>();
    private volatile boolean closed;

    ListenStreams(McpServer server) {
        this.server = server;
        this.parts = server.parts();
        this.counts = new StreamCounts(parts.limits(), parts.registry().byteBudget());
        this.kept = new KeptStreams(parts.registry());
    }

    /**
     * An open connection.
     *
     * @param goodbye ends it
     */
    private record Opened(Caller caller, Runnable goodbye) {}

    /** The streams of responses, and their events. */
    KeptStreams kept() {
        return kept;
    }

    /**
     * Opens the stream of a subscription, which outlasts this call if the container allows it.
     *
     * @throws CallException if the caller has too many
     */
    void serve(Exchange exchange, ServerRequest request, Listener.Wanted wanted)
            throws IOException {
        open(
                exchange,
                stream -> {
                    Listener listener = server.listener(request, wanted, stream::offer);
                    opened(exchange, stream, () -> stream.end(listener.end()));
                    stream.own(server.listen(listener));
                    stream.begin();
                });
    }

    /**
     * Opens the stream of a client of before 2026-07-28.
     *
     * @param last the last event that the client has; null if it resumes nothing
     * @throws CallException if the caller has too many
     */
    void serve(Exchange exchange, ServerRequest request, @Nullable EventId last)
            throws IOException {
        String session = request.client().session();
        open(
                exchange,
                stream -> {
                    opened(exchange, stream, stream::end);
                    if (session == null) {
                        stream.own(
                                server.listen(
                                        server.listener(
                                                request, Listener.Wanted.LISTS, stream::offer)));
                        stream.begin();
                    } else if (last != null && last.isOfResponse()) {
                        respond(request, session, stream, last);
                    } else {
                        stand(request, session, stream, last);
                    }
                });
    }

    /** Whether a client that has this event has all of its stream, and waits for no more. */
    boolean isOver(@Nullable String session, @Nullable EventId last) {
        if (session == null || last == null || !last.isOfResponse()) {
            return false;
        }
        KeptStream response = kept.find(session, last.stream());
        return response == null ? last.isLast() : response.isOver(last.number());
    }

    /** Opens a connection whose events an action sends, and counts it until it ends. */
    private void open(Exchange exchange, Consumer<MessageStream> action) throws IOException {
        Registration counted = counts.enter(exchange);
        LongAnswer answer = LongAnswer.begin(exchange.request());
        Runnable finished =
                () -> {
                    counted.close();
                    answer.finish();
                };
        MessageStream stream;
        try {
            stream = new MessageStream(exchange, parts, problem -> finished.run());
        } catch (IOException e) {
            finished.run();
            throw e;
        }
        action.accept(stream);
        answer.await();
    }

    private void opened(Exchange exchange, MessageStream stream, Runnable goodbye) {
        open.put(stream, new Opened(exchange.caller(), goodbye));
        stream.own(() -> open.remove(stream));
        ClientWatch watch = parts.watch();
        if (watch != null) {
            stream.own(watch.watch(exchange.request(), stream::end));
        }
        stream.own(
                parts.access()
                        .authenticator()
                        .atExpiry(
                                exchange.request(),
                                parts.registry().time(),
                                reason -> goodbye.run()));
        if (closed) {
            goodbye.run();
        }
    }

    /** Sends the rest of a response. */
    private void respond(
            ServerRequest request, String session, MessageStream stream, EventId last) {
        KeptStream response = kept.find(session, last.stream());
        if (response == null) {
            stream.end(last.asLast(), LostEvents.response(last));
            return;
        }
        prime(request, stream, last);
        stream.own(() -> response.disconnected(stream));
        response.connect(stream, last.number(), LostEvents::message);
    }

    /** Each message goes to one stream of a session: the newest, as after a reconnect. */
    private void stand(
            ServerRequest request, String session, MessageStream stream, @Nullable EventId last) {
        StandingStream known = bySession.get(session);
        if (known != null && last != null && known.isOf(last.stream())) {
            prime(request, stream, last);
            known.connect(stream, last.number());
            return;
        }
        StandingStream fresh =
                new StandingStream(
                        kept.listening(session),
                        request.client().caller(),
                        parts.registry().time(),
                        abandoned -> end(session, abandoned));
        StandingStream before = bySession.put(session, fresh);
        if (before != null) {
            before.close();
        }
        Listener listener = server.listener(request, Listener.Wanted.LISTS, fresh::offer);
        prime(request, stream, new EventId(fresh.kept.id(), 0));
        fresh.connect(stream, 0);
        fresh.listen(listener, server.listen(listener));
        if (last != null) {
            fresh.allChanged();
        }
        endEldest();
    }

    /**
     * Shows the client that the stream is open, with an event to resume after: some clients resume
     * after events of their latest connection only.
     */
    private static void prime(ServerRequest request, MessageStream stream, EventId last) {
        if (request.client().version().atLeast(McpVersion.V2025_11_25)) {
            stream.prime(last);
        } else {
            // Older clients read the data of every event.
            stream.begin();
        }
    }

    private void end(String session, StandingStream stream) {
        bySession.remove(session, stream);
        stream.close();
    }

    private void endEldest() {
        if (bySession.size() > MOST_WAITING) {
            bySession.entrySet().stream()
                    .filter(each -> !each.getValue().isConnected())
                    .limit(Math.max(1, bySession.size() - MOST_WAITING))
                    .toList()
                    .forEach(each -> end(each.getKey(), each.getValue()));
        }
    }

    /** A session is over. */
    void end(String session) {
        StandingStream stream = bySession.remove(session);
        if (stream != null) {
            stream.close();
        }
        kept.end(session);
    }

    /** Ends the streams of some callers. */
    void close(Predicate<Caller> whose) {
        bySession.forEach(
                (session, stream) -> {
                    if (whose.test(stream.caller())) {
                        end(session, stream);
                    }
                });
        open.values().stream()
                .filter(each -> whose.test(each.caller()))
                .forEach(each -> each.goodbye().run());
    }

    int size() {
        return open.size();
    }

    @Override
    public void close() {
        closed = true;
        open.values().forEach(each -> each.goodbye().run());
        bySession.forEach(this::end);
        kept.close();
    }
}
