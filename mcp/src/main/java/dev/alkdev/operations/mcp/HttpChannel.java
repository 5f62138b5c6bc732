package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Registration;
import dev.alkdev.operations.http.CallRequests;
import dev.alkdev.operations.http.Exchange;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The way back over HTTP: one JSON answer, or a stream of events as soon as something is sent
 * before the answer. Everything is written by the thread that sends it. Threads may share it.
 */
final class HttpChannel implements Channel {
    private final Exchange exchange;
    private final GatewayParts parts;
    private final CallRequests requests;
    private final boolean isModern;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Runnable whenGone;
    private @Nullable Registration heartbeat;
    private boolean streaming;
    private boolean ended;

    HttpChannel(Exchange exchange, GatewayParts parts, CallRequests requests, boolean isModern) {
        this.exchange = exchange;
        this.parts = parts;
        this.requests = requests;
        this.isModern = isModern;
    }

    @Override
    public void send(RpcMessage message) {
        send(message.toJson());
    }

    void send(JsonNode message) {
        lock.lock();
        try {
            if (ended) {
                throw gone();
            }
            if (!streaming) {
                begin();
            }
            write(HttpAnswers.event(message));
        } catch (IOException e) {
            ended = true;
            Runnable action = whenGone;
            if (action != null) {
                action.run();
            }
            throw gone();
        } finally {
            lock.unlock();
        }
    }

    private static CallException gone() {
        return new CallException(ErrorCode.UNAVAILABLE, "the client has gone");
    }

    private void begin() {
        HttpAnswers.beginEvents(exchange.response());
        streaming = true;
        beat();
    }

    private void beat() {
        heartbeat = parts.registry().time().schedule(parts.limits().heartbeat(), this::beaten);
    }

    /** Timers must not wait for a client that does not read. */
    private void beaten() {
        Thread.ofVirtual()
                .name("operations-mcp-heartbeat")
                .start(
                        () -> {
                            if (lock.tryLock()) {
                                try {
                                    if (!ended) {
                                        write(HttpAnswers.HEARTBEAT);
                                        beat();
                                    }
                                } catch (IOException e) {
                                    ended = true;
                                } finally {
                                    lock.unlock();
                                }
                            }
                        });
    }

    private void write(byte[] bytes) throws IOException {
        OutputStream out = exchange.response().getOutputStream();
        out.write(bytes);
        out.flush();
    }

    /** Sends the last message of an exchange. */
    void finish(int status, byte[] json) throws IOException {
        lock.lock();
        try {
            if (streaming) {
                if (!ended) {
                    write(HttpAnswers.event(json));
                }
            } else {
                exchange.held().tryTake(json.length);
                exchange.send(status, HttpAnswers.JSON, json);
            }
        } finally {
            end();
            lock.unlock();
        }
    }

    /** Sends no more: the request was cancelled. */
    void abandon() {
        lock.lock();
        try {
            if (!streaming) {
                HttpAnswers.beginEvents(exchange.response());
            }
        } finally {
            end();
            lock.unlock();
        }
    }

    private void end() {
        ended = true;
        if (heartbeat != null) {
            heartbeat.close();
        }
    }

    boolean isStreaming() {
        lock.lock();
        try {
            return streaming;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public CallBuilder call(Duration standard) {
        return requests.within(standard, exchange).gateway(StdioServer.GATEWAY);
    }

    /** Before 2026-07-28 a client may close its connection and still want the call to go on. */
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
                    .forEach(header -> header.check(arguments, exchange.request()::getHeader));
        }
    }
}
