package dev.alkdev.operations.benchmarks;

import io.lettuce.core.Consumer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XAddArgs;
import io.lettuce.core.XGroupCreateArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.api.async.RedisAsyncCommands;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The peer of the Redis link: requests and replies through two streams by hand, with nothing but
 * what must be: a number for each call, a consumer group, an acknowledgement, and a limit of the
 * streams' length.
 */
final class BareStreams implements LoadSubject {
    private static final String REQUESTS = "{bare}:requests";
    private static final String REPLIES = "{bare}:replies";
    private static final XReadArgs WAITING = new XReadArgs().count(64).block(200);

    private final RedisClient client;
    private final RedisAsyncCommands<String, String> caller;
    private final RedisAsyncCommands<String, String> worker;
    private final Map<String, CompletableFuture<String>> waiting = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();
    private final String payload;
    private volatile boolean closed;

    BareStreams(String url, String payload) {
        this.client = RedisClient.create(url);
        this.caller = client.connect().async();
        this.worker = client.connect().async();
        this.payload = payload;
        client.connect()
                .sync()
                .xgroupCreate(
                        StreamOffset.from(REQUESTS, "0"),
                        "workers",
                        XGroupCreateArgs.Builder.mkstream());
        Thread.startVirtualThread(() -> untilClosed(this::work));
        Thread.startVirtualThread(() -> untilClosed(this::read));
    }

    private interface Loop {
        void run() throws Exception;
    }

    private void untilClosed(Loop loop) {
        try {
            loop.run();
        } catch (Exception e) {
            if (!closed) {
                throw new IllegalStateException(e);
            }
        }
    }

    @SuppressWarnings({"unchecked", "FutureReturnValueIgnored"})
    private void work() throws Exception {
        RedisAsyncCommands<String, String> reading = client.connect().async();
        Consumer<String> self = Consumer.from("workers", "one");
        while (!closed) {
            List<StreamMessage<String, String>> messages =
                    reading.xreadgroup(self, WAITING, StreamOffset.lastConsumed(REQUESTS)).get();
            for (StreamMessage<String, String> message : messages) {
                Map<String, String> body = message.getBody();
                add(worker, REPLIES, field(body, "id"), field(body, "event"));
                worker.xack(REQUESTS, "workers", message.getId());
            }
        }
    }

    @SuppressWarnings("unchecked")
    private void read() throws Exception {
        RedisAsyncCommands<String, String> reading = client.connect().async();
        String last = "0-0";
        while (!closed) {
            List<StreamMessage<String, String>> messages =
                    reading.xread(WAITING, StreamOffset.from(REPLIES, last)).get();
            for (StreamMessage<String, String> message : messages) {
                last = message.getId();
                CompletableFuture<String> call = waiting.remove(field(message.getBody(), "id"));
                if (call != null) {
                    call.complete(field(message.getBody(), "event"));
                }
            }
        }
    }

    private static String field(Map<String, String> body, String name) {
        return body.getOrDefault(name, "");
    }

    private static RedisFuture<String> add(
            RedisAsyncCommands<String, String> redis, String stream, String id, String event) {
        XAddArgs limited = new XAddArgs().maxlen(10_000).approximateTrimming();
        return redis.xadd(stream, limited, "id", id, "event", event);
    }

    @Override
    public String name() {
        return "bare Lettuce streams";
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public void call() throws Exception {
        String id = String.valueOf(ids.incrementAndGet());
        CompletableFuture<String> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        add(caller, REQUESTS, id, payload);
        answer.get();
    }

    @Override
    public void close() {
        closed = true;
        try {
            client.shutdown();
        } catch (RedisException e) {
            throw new IllegalStateException(e);
        }
    }
}
