package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Registration;
import dev.alkdev.operations.http.ClientWatch;
import dev.alkdev.operations.http.Exchange;

import jakarta.servlet.AsyncContext;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;

/** The streams of notifications that are open. Threads may share it. */
final class ListenStreams implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(McpGateway.class);

    private final McpServer server;
    private final GatewayParts parts;
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();
    private final Map<ListenStream, Listener> open = new ConcurrentHashMap<>();
    private final Map<String, ListenStream> bySession = new ConcurrentHashMap<>();
    private volatile boolean closed;

    ListenStreams(McpServer server) {
        this.server = server;
        this.parts = server.parts();
    }

    /**
     * Opens a stream, which outlasts this call if the container allows it.
     *
     * @throws CallException if the caller has too many
     */
    void serve(Exchange exchange, ServerRequest request, Listener.Wanted wanted)
            throws IOException {
        Registration counted = counted(exchange);
        if (exchange.request().isAsyncSupported()) {
            AsyncContext async = exchange.request().startAsync();
            async.setTimeout(0);
            open(exchange, request, wanted, () -> ended(counted, () -> complete(async)));
        } else {
            CountDownLatch written = new CountDownLatch(1);
            open(exchange, request, wanted, () -> ended(counted, written::countDown));
            await(written);
        }
    }

    private static void ended(Registration counted, Runnable finished) {
        counted.close();
        finished.run();
    }

    private void open(
            Exchange exchange, ServerRequest request, Listener.Wanted wanted, Runnable finished)
            throws IOException {
        ListenStream stream;
        try {
            stream = new ListenStream(exchange, parts, finished);
        } catch (IOException e) {
            finished.run();
            throw e;
        }
        Listener listener = server.listener(request, wanted, stream::send);
        open.put(stream, listener);
        stream.own(() -> open.remove(stream));
        String session = request.client().session();
        if (session != null) {
            // Each message goes to one stream of a session: the newest, as after a reconnect.
            ListenStream before = bySession.put(session, stream);
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
                                () -> goodbye(stream, listener)));
        if (closed) {
            goodbye(stream, listener);
        }
    }

    private Registration counted(Exchange exchange) {
        String caller =
                exchange.caller() instanceof Caller.Authenticated
                        ? ClientInfo.nameOf(exchange.caller())
                        : exchange.request().getRemoteAddr();
        Integer now = counts.merge(caller, 1, Integer::sum);
        Registration counted =
                () -> counts.computeIfPresent(caller, (name, n) -> n == 1 ? null : n - 1);
        int most = parts.limits().maxStreamsPerCaller();
        if (now != null && now > most) {
            counted.close();
            throw new CallException(
                    ErrorCode.OVERLOADED,
                    "the caller has " + most + " streams open, as many as are allowed");
        }
        return counted;
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

    /** A session is over. */
    void end(@Nullable String session) {
        ListenStream stream = session == null ? null : bySession.get(session);
        if (stream != null) {
            stream.end();
        }
    }

    private static void goodbye(ListenStream stream, Listener listener) {
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
