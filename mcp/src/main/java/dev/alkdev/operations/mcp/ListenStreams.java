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
import java.util.function.Predicate;

/** The streams of notifications that are open. Threads may share it. */
final class ListenStreams implements AutoCloseable {
    private final McpServer server;
    private final GatewayParts parts;
    private final StreamCounts counts;
    private final Map<MessageStream, Listener> open = new ConcurrentHashMap<>();
    private final Map<String, MessageStream> bySession = new ConcurrentHashMap<>();
    private volatile boolean closed;

    ListenStreams(McpServer server) {
        this.server = server;
        this.parts = server.parts();
        this.counts = new StreamCounts(parts.limits(), parts.registry().byteBudget());
    }

    /**
     * Opens a stream, which outlasts this call if the container allows it.
     *
     * @throws CallException if the caller has too many
     */
    void serve(Exchange exchange, ServerRequest request, Listener.Wanted wanted)
            throws IOException {
        Registration counted = counts.enter(exchange);
        LongAnswer answer = LongAnswer.begin(exchange.request());
        open(
                exchange,
                request,
                wanted,
                () -> {
                    counted.close();
                    answer.finish();
                });
        answer.await();
    }

    private void open(
            Exchange exchange, ServerRequest request, Listener.Wanted wanted, Runnable finished)
            throws IOException {
        MessageStream stream;
        try {
            stream = new MessageStream(exchange, parts, problem -> finished.run());
        } catch (IOException e) {
            finished.run();
            throw e;
        }
        Listener listener = server.listener(request, wanted, stream::offer);
        open.put(stream, listener);
        stream.own(() -> open.remove(stream));
        String session = request.client().session();
        if (session != null) {
            // Each message goes to one stream of a session: the newest, as after a reconnect.
            MessageStream before = bySession.put(session, stream);
            stream.own(() -> bySession.remove(session, stream));
            if (before != null) {
                before.end();
            }
        }
        stream.own(server.listen(listener));
        stream.begin();
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
                                reason -> goodbye(stream, listener)));
        if (closed) {
            goodbye(stream, listener);
        }
    }

    /** A session is over. */
    void end(@Nullable String session) {
        MessageStream stream = session == null ? null : bySession.get(session);
        if (stream != null) {
            stream.end();
        }
    }

    private static void goodbye(MessageStream stream, Listener listener) {
        if (listener.client().isModern()) {
            stream.end(listener.end());
        } else {
            stream.end();
        }
    }

    /** Ends the streams of some callers. */
    void close(Predicate<Caller> whose) {
        open.forEach(
                (stream, listener) -> {
                    if (whose.test(listener.client().caller())) {
                        goodbye(stream, listener);
                    }
                });
    }

    int size() {
        return open.size();
    }

    @Override
    public void close() {
        closed = true;
        open.forEach(ListenStreams::goodbye);
    }
}
