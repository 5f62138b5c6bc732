package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.http.Exchange;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/**
 * The way back over HTTP: one JSON answer, or a stream of events as soon as something is sent
 * before the answer. A handler's thread may be interrupted at any time, so it never writes to the
 * connection itself. Threads may share it.
 */
final class HttpChannel implements Channel {
    private final Exchange exchange;
    private final Mutex lock = new Mutex();
    private final GatewayParts parts;
    private final boolean isModern;

    /** Opens a stream that outlasts this exchange; null if the client has no session. */
    private final @Nullable Supplier<KeptStream> keeping;

    private volatile @Nullable Runnable whenGone;
    private @Nullable Open open;
    private boolean ended;

    HttpChannel(Exchange exchange, GatewayParts parts, boolean isModern) {
        this(exchange, parts, isModern, null);
    }

    HttpChannel(
            Exchange exchange,
            GatewayParts parts,
            boolean isModern,
            @Nullable Supplier<KeptStream> keeping) {
        this.exchange = exchange;
        this.parts = parts;
        this.isModern = isModern;
        this.keeping = keeping;
    }

    /**
     * A stream, and when nothing more is written to it.
     *
     * @param kept outlasts it; null if nothing does
     */
    private record Open(MessageStream stream, @Nullable KeptStream kept, CountDownLatch written) {
        void end(byte @Nullable [] last) {
            if (kept != null) {
                kept.end(last);
            } else if (last != null) {
                stream.end(last);
            }
            // Another connection may have taken the place of this one.
            stream.end();
        }
    }

    @Override
    public void send(RpcMessage message) {
        send(message.toJson());
    }

    void send(JsonNode message) {
        try {
            Open streaming = stream();
            KeptStream kept = streaming.kept();
            if (kept != null) {
                kept.put(HttpAnswers.bytes(message));
            } else {
                streaming.stream().put(message);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw gone();
        } catch (IOException | CallException e) {
            throw gone();
        }
    }

    private static CallException gone() {
        return new CallException(ErrorCode.UNAVAILABLE, "the client has gone");
    }

    private Open stream() throws IOException {
        try (Registration held = lock.hold()) {
            if (open == null) {
                if (ended) {
                    throw gone();
                }
                open = open();
            }
            return open;
        }
    }

    private Open open() throws IOException {
        CountDownLatch written = new CountDownLatch(1);
        MessageStream stream =
                new MessageStream(exchange, parts, problem -> written(problem, written));
        KeptStream kept = keeping == null ? null : keeping.get();
        if (kept != null) {
            stream.own(() -> kept.disconnected(stream));
            kept.connect(stream, 0, lost -> null);
        }
        return new Open(stream, kept, written);
    }

    private void written(@Nullable Throwable problem, CountDownLatch written) {
        Runnable action = whenGone;
        if (problem != null && action != null) {
            action.run();
        }
        written.countDown();
    }

    /** Sends the last message of an exchange. */
    void finish(int status, byte[] json) throws IOException {
        Open streaming = end();
        if (streaming == null) {
            exchange.tryHold(json.length);
            exchange.send(status, HttpAnswers.JSON, json);
        } else {
            streaming.end(json);
            await(streaming.written());
        }
    }

    @Override
    public void sendEarly(RpcMessage.Result response) throws IOException {
        finishEarly(HttpAnswers.bytes(response.toJson()));
    }

    /** Sends the last message of an exchange whose thread still runs a handler. */
    void finishEarly(byte[] json) throws IOException {
        Open streaming = end();
        if (streaming == null) {
            exchange.tryHold(json.length);
            exchange.sendEarly(200, HttpAnswers.JSON, json);
        } else {
            // Clients use the connection again only after the end of the stream.
            streaming.end(json);
            await(streaming.written());
        }
    }

    /** Sends no more: the request was cancelled. */
    void abandon() {
        Open streaming = end();
        if (streaming == null) {
            HttpAnswers.beginEvents(exchange.response());
        } else {
            streaming.end(null);
            await(streaming.written());
        }
    }

    /** Whatever happened, nobody writes when the request is given back to the container. */
    void close() {
        Open streaming = end();
        if (streaming != null) {
            streaming.end(null);
            await(streaming.written());
        }
    }

    private @Nullable Open end() {
        try (Registration held = lock.hold()) {
            ended = true;
            return open;
        }
    }

    private static void await(CountDownLatch written) {
        boolean interrupted = false;
        while (written.getCount() > 0) {
            try {
                written.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    boolean isStreaming() {
        try (Registration held = lock.hold()) {
            return open != null;
        }
    }

    @Override
    public CallBuilder call(@Nullable Duration timeout) {
        Duration asked = exchange.timeout();
        Duration wanted = asked == null ? timeout : asked;
        return exchange.call(wanted, parts.limits(), parts.registry().time())
                .gateway(StdioServer.GATEWAY);
    }

    /** Before 2026-07-28 a client may close its connection without cancelling its call. */
    @Override
    public Registration onGone(Runnable action) {
        if (!isModern) {
            return Channel.super.onGone(action);
        }
        whenGone = action;
        return parts.watch() == null ? () -> {} : parts.watch().watch(exchange.request(), action);
    }

    @Override
    public void check(Tool tool, JsonNode arguments) {
        if (isModern) {
            tool.headers()
                    .forEach(
                            header ->
                                    header.check(
                                            arguments,
                                            name -> HttpMessages.header(exchange, name)));
        }
    }
}
