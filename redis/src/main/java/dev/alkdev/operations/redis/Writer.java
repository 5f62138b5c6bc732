package dev.alkdev.operations.redis;

import dev.alkdev.operations.redis.Outbox.Item;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.XAddArgs;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Writes what is in the outbox, many things at a time: while Redis takes one batch, the next one
 * gathers. Events for one participant become one entry of its inbox.
 */
final class Writer {
    private static final Logger LOG = LoggerFactory.getLogger(Writer.class);
    private static final String[] NUMBERS =
            IntStream.range(0, 256).mapToObj(String::valueOf).toArray(String[]::new);

    private final Session session;
    private final Outbox outbox;
    private final Connections connections;
    private final RedisClusterAsyncCommands<String, byte[]> redis;
    private final Keys keys;
    private final byte[] self;

    Writer(Session session, Outbox outbox, Connections connections, Keys keys) {
        this.session = session;
        this.outbox = outbox;
        this.connections = connections;
        this.redis = connections.writing().async();
        this.keys = keys;
        this.self = utf8(session.id());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Writes until the outbox is closed. */
    void run() throws InterruptedException {
        List<Item> items = outbox.take();
        while (!items.isEmpty()) {
            write(items);
            items = outbox.take();
        }
    }

    private void write(List<Item> items) {
        Batch batch = new Batch();
        items.forEach(batch::add);
        batch.send();
        connections.writing().state().flushCommands();
        batch.await();
    }

    /** Some items on their way. */
    private final class Batch {
        private final Map<SentRequest, RedisFuture<String>> requests = new LinkedHashMap<>();
        private final Map<String, List<byte[]>> messages = new LinkedHashMap<>();
        private final Map<String, List<String>> done = new LinkedHashMap<>();
        private final List<TakenRequest> unsent = new ArrayList<>();
        private final List<Item.Abort> aborts = new ArrayList<>();
        private final List<RedisFuture<?>> answers = new ArrayList<>();

        void add(Item item) {
            switch (item) {
                case Item.Request(SentRequest sent) -> requests.put(sent, request(sent));
                case Item.Message(String to, byte[] text, TakenRequest ends) -> {
                    messages.computeIfAbsent(to, id -> new ArrayList<>()).add(text);
                    if (ends != null) {
                        finish(ends);
                    }
                }
                case Item.Unsent(TakenRequest taken) -> {
                    unsent.add(taken);
                    finish(taken);
                }
                case Item.Lost(String requestId, String entry) ->
                        answers.add(
                                add(
                                        keys.inbox(session.id()),
                                        "lost",
                                        utf8(requestId),
                                        "entry",
                                        utf8(entry)));
                case Item.Done(TakenRequest taken) -> finish(taken);
                case Item.Abort abort -> aborts.add(abort);
            }
        }

        private RedisFuture<String> request(SentRequest sent) {
            return add(
                    keys.requests(sent.offering()),
                    "caller",
                    self,
                    "request",
                    utf8(sent.requestId()),
                    "event",
                    sent.text(),
                    "server",
                    utf8(session.roster().server()));
        }

        /** To a stream that is not there nothing is added: nobody would read it. */
        private RedisFuture<String> add(String stream, Object... fields) {
            return redis.xadd(stream, new XAddArgs().nomkstream(), fields);
        }

        private void finish(TakenRequest taken) {
            done.computeIfAbsent(taken.requests(), stream -> new ArrayList<>()).add(taken.entry());
        }

        /** Answers first: a request is given up only when its answer is written. */
        void send() {
            messages.forEach((to, texts) -> answers.add(message(to, texts)));
            done.forEach(
                    (stream, entries) -> {
                        String[] ids = entries.toArray(String[]::new);
                        answers.add(redis.xack(stream, Intake.GROUP, ids));
                        answers.add(redis.xdel(stream, ids));
                    });
            // Last: the caller sends it again only if it is no longer in the stream.
            for (TakenRequest request : unsent) {
                byte[] requestId = utf8(request.origin().requestId());
                answers.add(add(keys.inbox(request.caller()), "unsent", requestId));
            }
        }

        private RedisFuture<String> message(String to, List<byte[]> texts) {
            Object[] fields = new Object[2 + 2 * texts.size()];
            fields[0] = "from";
            fields[1] = self;
            for (int i = 0; i < texts.size(); i++) {
                fields[2 + 2 * i] = NUMBERS[i];
                fields[3 + 2 * i] = texts.get(i);
            }
            return add(keys.inbox(to), fields);
        }

        /** The entry that was added; null if there is no stream. */
        private <T> @Nullable T entry(RedisFuture<T> answer) {
            try {
                return connections.await(answer);
            } catch (RedisCommandExecutionException e) {
                if (!Offerings.isWrongType(e)) {
                    throw e;
                }
                LOG.debug("A key that should be a stream is not", e);
                return null;
            }
        }

        void await() {
            requests.forEach((sent, answer) -> session.wrote(sent, entry(answer)));
            answers.forEach(this::entry);
            // The abort of a request in the same batch needs to know where it was written.
            aborts.forEach(abort -> session.abort(abort.sent(), abort.text()));
        }
    }
}
