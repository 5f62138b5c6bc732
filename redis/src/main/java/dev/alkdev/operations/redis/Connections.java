package dev.alkdev.operations.redis;

import dev.alkdev.operations.base.Registration;

import io.lettuce.core.LettuceFutures;
import io.lettuce.core.Range;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.StreamMessage;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The connections of one session. A blocking read would hold up all else on its connection. */
final class Connections {
    /** How long a read blocks in Redis. */
    static final int BLOCK_MILLIS = 200;

    private static final int CLOSE_SECONDS = 2;

    private final RedisOptions settings;
    private final List<Connection> open = new ArrayList<>();
    private final Connection control;
    private final Connection writing;
    private final Connection inbox;
    private final Connection requests;

    /**
     * Connects.
     *
     * @throws RedisException if that is not possible
     */
    Connections(RedisAccess redis, RedisOptions settings) {
        this.settings = settings;
        try {
            redis.look();
            control = connect(redis, BoundedCodec.unlimited());
            writing = connect(redis, BoundedCodec.unlimited());
            // In a cluster, a command that is redirected would wait for the next flush.
            writing.state().setAutoFlushCommands(settings.address().isCluster());
            inbox = connect(redis, BoundedCodec.bounded());
            requests = connect(redis, BoundedCodec.bounded());
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private Connection connect(RedisAccess redis, BoundedCodec codec) {
        Connection connection = redis.connect(codec);
        connection.state().setTimeout(settings.patience());
        open.add(connection);
        return connection;
    }

    /** For scripts and all else that is short. */
    Connection control() {
        return control;
    }

    /** For the writer alone: it sends what it is given when it is flushed. */
    Connection writing() {
        return writing;
    }

    /** For blocking reads of the inbox. */
    Connection inbox() {
        return inbox;
    }

    /** For blocking reads of requests. */
    Connection requests() {
        return requests;
    }

    /**
     * Calls back, on a thread of the library, when one of them is lost. Nodes of a cluster may come
     * and go without harm; the one with our keys is missed by whoever reads from it.
     */
    void onLoss(Runnable lost) {
        if (settings.address().isCluster()) {
            return;
        }
        RedisConnectionStateListener listener =
                new RedisConnectionStateListener() {
                    @Override
                    public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
                        lost.run();
                    }
                };
        open.forEach(connection -> connection.state().addListener(listener));
        if (open.stream().anyMatch(connection -> !connection.state().isOpen())) {
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

    /**
     * Processes an entry. Reads it again before if it was read in part, because other entries took
     * all memory. It stays incomplete if it exceeds the limit for one entry.
     */
    void process(
            Connection connection,
            StreamMessage<String, byte[]> message,
            Consumer<StreamMessage<String, byte[]>> processor) {
        if (!BoundedCodec.isIncomplete(message.getBody())) {
            processor.accept(message);
            return;
        }
        try (Registration lock = ReadMemory.lockEntry();
                Registration memory = connection.codec().startEntry()) {
            processor.accept(readAgain(connection, message));
        }
    }

    private StreamMessage<String, byte[]> readAgain(
            Connection connection, StreamMessage<String, byte[]> message) {
        Range<String> one = Range.create(message.getId(), message.getId());
        List<StreamMessage<String, byte[]>> found =
                await(connection.async().xrange(message.getStream(), one));
        return found.isEmpty() ? message : found.getFirst();
    }

    /** Closes them, and waits a little for that. */
    void close() {
        CompletableFuture<?>[] closing =
                open.stream()
                        .map(connection -> connection.state().closeAsync())
                        .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(closing)
                .completeOnTimeout(null, CLOSE_SECONDS, TimeUnit.SECONDS)
                .exceptionally(failure -> null)
                .join();
        open.forEach(connection -> connection.codec().close());
    }
}
