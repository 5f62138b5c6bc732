package dev.alkdev.operations.redis;

import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The connections of one session. A blocking read would hold up all else on its connection. */
final class Connections {
    /** How long a read waits in Redis for something to come. */
    static final int BLOCK_MILLIS = 200;

    private static final int CLOSE_SECONDS = 2;

    private final Settings settings;
    private final List<StatefulRedisConnection<String, String>> open = new ArrayList<>();
    private final StatefulRedisConnection<String, String> control;
    private final StatefulRedisConnection<String, String> writing;
    private final StatefulRedisConnection<String, String> inbox;
    private final StatefulRedisConnection<String, String> requests;

    /**
     * Connects.
     *
     * @throws RedisException if that is not possible
     */
    Connections(RedisClient client, Settings settings) {
        this.settings = settings;
        try {
            control = connect(client);
            writing = connect(client);
            writing.setAutoFlushCommands(false);
            inbox = connect(client);
            requests = connect(client);
        } catch (RedisException e) {
            close();
            throw e;
        }
    }

    private StatefulRedisConnection<String, String> connect(RedisClient client) {
        StatefulRedisConnection<String, String> connection = client.connect(settings.uri());
        connection.setTimeout(settings.patience());
        open.add(connection);
        return connection;
    }

    /** For scripts and all else that is short. */
    StatefulRedisConnection<String, String> control() {
        return control;
    }

    /** For the writer alone: it sends what it is given when it is flushed. */
    StatefulRedisConnection<String, String> writing() {
        return writing;
    }

    /** For blocking reads of the inbox. */
    StatefulRedisConnection<String, String> inbox() {
        return inbox;
    }

    /** For blocking reads of requests. */
    StatefulRedisConnection<String, String> requests() {
        return requests;
    }

    /** Calls back, on a thread of the library, when one of them is lost. */
    void onLoss(Runnable lost) {
        RedisConnectionStateListener listener =
                new RedisConnectionStateListener() {
                    @Override
                    public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
                        lost.run();
                    }
                };
        open.forEach(connection -> connection.addListener(listener));
        if (open.stream().anyMatch(connection -> !connection.isOpen())) {
            lost.run();
        }
    }

    /**
     * Waits for an answer of Redis.
     *
     * @throws RedisException if it is an error, or none comes in time
     */
    <T extends @Nullable Object> T await(RedisFuture<T> answer) {
        long millis = settings.patience().toMillis() + BLOCK_MILLIS;
        return LettuceFutures.awaitOrCancel(answer, millis, TimeUnit.MILLISECONDS);
    }

    /** Closes them, and waits a little for that. */
    void close() {
        CompletableFuture<?>[] closing =
                open.stream()
                        .map(StatefulRedisConnection::closeAsync)
                        .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(closing)
                .completeOnTimeout(null, CLOSE_SECONDS, TimeUnit.SECONDS)
                .exceptionally(failure -> null)
                .join();
    }
}
