package dev.alkdev.operations.redis;

import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.LinkListener;
import dev.alkdev.operations.protocol.TextReceiver;
import dev.alkdev.operations.redis.TakenRequest.Origin;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.XTrimArgs;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Reads the messages for this participant alone, and those for all. For one thread. */
final class Inbox implements LinkListener {
    private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);
    private static final int COUNT = 64;

    private final Session session;
    private final Connections connections;
    private final String inbox;
    private final String news;
    private final TextReceiver receiver;
    private String lastEntry = "0-0";
    private String lastNews = "0-0";
    private int untrimmed;
    private String sender = "";

    /** The entry of the request that a message is about; empty if it names none. */
    private String requestEntry = "";

    Inbox(Session session, Connections connections, RedisLink link, RedisOptions settings) {
        this.session = session;
        this.connections = connections;
        this.inbox = settings.keys().inbox(session.id());
        this.news = settings.keys().news();
        this.receiver = new TextReceiver(link, this, settings.codec(), settings.memory());
    }

    /** Reads until the session ends. */
    @SuppressWarnings("unchecked") // The library takes generic arguments in any number.
    void run() {
        XReadArgs waiting = new XReadArgs().count(COUNT).block(Connections.BLOCK_MILLIS);
        RedisClusterAsyncCommands<String, byte[]> redis = connections.inbox().async();
        while (!session.hasEnded()) {
            StreamOffset<String> entries = StreamOffset.from(inbox, lastEntry);
            StreamOffset<String> all = StreamOffset.from(news, lastNews);
            List<StreamMessage<String, byte[]>> messages;
            connections.inbox().startBatch(inbox, news);
            try {
                messages = connections.await(redis.xread(waiting, entries, all));
            } catch (RedisCommandExecutionException e) {
                if (!Resharding.isMoving(e)) {
                    throw e;
                }
                // The two may be at different nodes now; the news can wait, answers cannot.
                messages = connections.await(redis.xread(waiting, entries));
            }
            for (StreamMessage<String, byte[]> message : messages) {
                connections.process(connections.inbox(), message, this::read);
            }
            trim(messages.isEmpty());
        }
    }

    private void read(StreamMessage<String, byte[]> message) {
        if (message.getStream().equals(news)) {
            lastNews = message.getId();
            session.refreshSoon();
        } else {
            lastEntry = message.getId();
            untrimmed++;
            deliver(message.getBody());
        }
    }

    private void deliver(Map<String, byte[]> fields) {
        byte[] from = fields.get("from");
        byte[] entry = fields.get("entry");
        sender = from == null ? "" : utf8(from);
        requestEntry = entry == null ? "" : utf8(entry);
        fields.forEach(
                (field, text) -> {
                    switch (field) {
                        case "from", "joined", "entry" -> {}
                        case "lost" -> session.calls().lost(utf8(text), entry);
                        case "unsent" -> session.calls().unsent(utf8(text));
                        default -> receiver.receive(text);
                    }
                });
    }

    private static String utf8(byte[] text) {
        return new String(text, StandardCharsets.UTF_8);
    }

    /** Removes what was read: now and then while there is much to read, else at once. */
    private void trim(boolean idle) {
        if (untrimmed > 0 && (idle || untrimmed >= COUNT)) {
            untrimmed = 0;
            CompletionStage<Long> unused =
                    connections
                            .control()
                            .async()
                            .xtrim(inbox, new XTrimArgs().minId(lastEntry))
                            .exceptionally(
                                    failure -> {
                                        session.end("Redis failed: " + failure.getMessage());
                                        return 0L;
                                    });
        }
    }

    @Override
    public void received(CallEvent event) {
        switch (event) {
            case CallEvent.Requested requested ->
                    LOG.debug("A request does not belong into an inbox: {}", requested);
            case CallEvent.Responded responded -> session.calls().received(sender, responded);
            case CallEvent.Completed completed -> session.calls().received(sender, completed);
            case CallEvent.Progressed progressed -> session.calls().received(sender, progressed);
            case CallEvent.Failed failed -> session.calls().received(sender, failed);
            case CallEvent.Aborted aborted -> session.work().aborted(origin(aborted), requestEntry);
            case CallEvent.Credit credit -> session.work().credited(origin(credit), credit);
        }
    }

    private Origin origin(CallEvent event) {
        return new Origin(sender, event.requestId());
    }

    @Override
    public void up() {}

    @Override
    public void down(String reason) {}
}
