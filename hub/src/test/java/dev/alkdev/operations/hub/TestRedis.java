package dev.alkdev.operations.hub;

import dev.alkdev.operations.testkit.FreePorts;

import redis.embedded.RedisServer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;

/** A real Redis server for tests: one that is started here, or the one in {@code REDIS_URL}. */
final class TestRedis implements AutoCloseable {
    private static final URI SHARED = shared();

    private final int port;
    private final RedisServer server;

    private TestRedis(int port) {
        this.port = port;
        this.server = started(port);
    }

    /** The server that tests share; it lives as long as the process. */
    static URI url() {
        return SHARED;
    }

    /** A server of its own, which may be stopped. */
    static TestRedis start() {
        return new TestRedis(FreePorts.next());
    }

    static TestRedis startOn(int port) {
        return new TestRedis(port);
    }

    URI ownUrl() {
        return URI.create("redis://127.0.0.1:" + port);
    }

    void stop() {
        try {
            server.stop();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        stop();
    }

    private static URI shared() {
        String given = System.getenv("REDIS_URL");
        return given == null ? start().ownUrl() : URI.create(given);
    }

    private static RedisServer started(int port) {
        try {
            RedisServer server =
                    RedisServer.newRedisServer()
                            .port(port)
                            .bind("127.0.0.1")
                            .setting("save \"\"")
                            .setting("appendonly no")
                            .build();
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
