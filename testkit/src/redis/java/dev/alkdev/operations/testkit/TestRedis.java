package dev.alkdev.operations.testkit;

import redis.embedded.RedisServer;
import redis.embedded.core.RedisServerBuilder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;

/**
 * A real Redis server for tests: one that is started here, or the one in {@code REDIS_URL}. Needs
 * {@code com.github.codemonstur:embedded-redis} on the class path, which brings the program.
 */
public final class TestRedis implements AutoCloseable {
    private static final URI SHARED = shared();

    private final int port;
    private final List<String> settings;
    private RedisServer server;

    private TestRedis(int port, String... settings) {
        this.port = port;
        this.settings = List.of(settings);
        this.server = started();
    }

    /** The server that tests share; it lives as long as the process. */
    public static URI url() {
        return SHARED;
    }

    /** A server of its own, which may be stopped. */
    public static TestRedis start() {
        return startWith();
    }

    /** A server of its own on a port that another may have had before. */
    public static TestRedis startOn(int port) {
        return new TestRedis(port);
    }

    /** A server of its own with further lines of configuration. */
    public static TestRedis startWith(String... settings) {
        return new TestRedis(FreePorts.next(), settings);
    }

    /** A server of its own, which asks for a password. */
    public static TestRedis startWithPassword(String password) {
        return startWith("requirepass " + password);
    }

    public int port() {
        return port;
    }

    public URI ownUrl() {
        return URI.create("redis://127.0.0.1:" + port);
    }

    public void stop() {
        try {
            server.stop();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts it again, on the same port and without its data. */
    public void startAgain() {
        server = started();
    }

    @Override
    public void close() {
        stop();
    }

    private static URI shared() {
        String given = System.getenv("REDIS_URL");
        return given == null ? start().ownUrl() : URI.create(given);
    }

    private RedisServer started() {
        try {
            RedisServerBuilder builder =
                    RedisServer.newRedisServer()
                            .port(port)
                            .bind("127.0.0.1")
                            .setting("save \"\"")
                            .setting("appendonly no");
            settings.forEach(builder::setting);
            RedisServer server = builder.build();
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
