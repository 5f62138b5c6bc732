package dev.alkdev.operations.redis;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.protocol.LinkListener;

import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * One session of a link, from connecting to the loss of the connection. Each has an id of its own,
 * so that nothing of an earlier one is taken for its own.
 */
final class Session {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    private final String id = UUID.randomUUID().toString();
    private final RedisOptions settings;
    private final LinkListener listener;
    private final Others others;
    private final Connections connections;
    private final RedisClusterCommands<String, byte[]> control;
    private final Outbox outbox = new Outbox();
    private final Directory directory;
    private final Roster roster;
    private final Refresher refresher;
    private final Calls calls;
    private final Work work;
    private final Intake intake;
    private final Keeper keeper;
    private final Inbox inbox;
    private final Writer writer;
    private final CompletableFuture<String> ended = new CompletableFuture<>();
    private final List<Thread> threads = new ArrayList<>();

    /**
     * Connects, without taking part yet.
     *
     * @throws RedisException if that is not possible
     */
    Session(RedisLink link, RedisAccess redis, RedisOptions settings, LinkListener listener) {
        this.settings = settings;
        this.others = link.others();
        this.listener = listener;
        connections = new Connections(redis, settings);
        control = connections.control().sync();
        directory = new Directory(settings, listener);
        Roster.Access access = new Roster.Access(control, settings.keys());
        roster = new Roster(access, id, others, this::changed);
        refresher = new Refresher(this, settings);
        calls = new Calls(outbox, roster, listener, settings.codec());
        work = new Work(outbox, listener, settings);
        intake = new Intake(this, connections, settings.keys());
        keeper = new Keeper(this, control, settings, link.offering(listener));
        inbox = new Inbox(this, connections, link, settings);
        writer = new Writer(this, outbox, connections, settings.keys());
    }

    String id() {
        return id;
    }

    LinkListener listener() {
        return listener;
    }

    Roster roster() {
        return roster;
    }

    Calls calls() {
        return calls;
    }

    Work work() {
        return work;
    }

    Intake intake() {
        return intake;
    }

    /**
     * Becomes a participant, in the place of an earlier session.
     *
     * @throws RedisException if that is not possible
     */
    void join(@Nullable String earlier) {
        connections.onLoss(() -> end("the connection to Redis was lost"));
        if (earlier != null) {
            keeper.leave(earlier);
        }
        roster.renewServer();
        keeper.join();
        roster.refresh();
    }

    /** Starts to read and write. */
    void start() {
        start("operations-redis-writer", writer::run);
        start("operations-redis-inbox", inbox::run);
        start("operations-redis-intake", intake::run);
        start("operations-redis-keeper", keeper::run);
        start("operations-redis-refresher", refresher::run);
    }

    private interface Task {
        void run() throws InterruptedException;
    }

    private void start(String name, Task task) {
        Runnable guarded =
                () -> {
                    try {
                        task.run();
                    } catch (InterruptedException e) {
                        end("interrupted");
                    } catch (CallException | RedisException e) {
                        end("Redis failed: " + e.getMessage());
                    } catch (RuntimeException | Error e) {
                        // Calls would wait for a thread that is gone. First the end, since the
                        // log may fail when memory is exhausted.
                        end("the link failed: " + e);
                        LOG.error("{} failed", name, e);
                    }
                };
        threads.add(Thread.ofVirtual().name(name).start(guarded));
    }

    void send(CallEvent event) {
        try {
            switch (event) {
                case Requested request -> request(request);
                case CallEvent.Aborted abort -> {
                    if (!calls.abort(abort)) {
                        directory.send(abort);
                    }
                }
                case CallEvent.Credit credit -> {
                    if (!calls.credit(credit)) {
                        directory.send(credit);
                    }
                }
                case CallEvent.Responded answer -> work.reply(answer);
                case CallEvent.Completed answer -> work.reply(answer);
                case CallEvent.Failed answer -> work.reply(answer);
                case CallEvent.Progressed progress -> work.reply(progress);
            }
        } catch (RedisCommandInterruptedException e) {
            throw new CallException(ErrorCode.ABORTED, "interrupted while sending");
        } catch (RedisException e) {
            end("Redis failed: " + e.getMessage());
            throw new CallException(ErrorCode.UNAVAILABLE, "Redis failed: " + e.getMessage());
        }
    }

    private void request(Requested request) {
        roster.readOfferings();
        if (request.operationId().startsWith(Directory.PREFIX)) {
            roster.refresh();
            directory.send(request);
        } else {
            calls.send(request);
        }
    }

    void offeringChanged() {
        keeper.offeringChanged();
    }

    /** Waits until the others can know what we offer, and what is no longer is not taken. */
    void awaitAnnounced() throws InterruptedException {
        keeper.awaitAnnounced(settings.patience());
        intake.awaitRest();
    }

    void refreshSoon() {
        refresher.refreshSoon();
    }

    private void changed(View before, View now) {
        Map<String, OperationSpec> shown = roster.shown();
        directory.show(shown, roster::path);
        others.changed(shown);
        work.keepOnly(now.members().keySet());
        calls.orphans(now.members().keySet()).forEach(this::lose);
        Set<String> concerned = new HashSet<>(calls.busyOfferings());
        concerned.add(intake.served().hash());
        concerned.retainAll(now.shrunkSince(before));
        concerned.forEach(keeper::sweepSoon);
    }

    /**
     * Nobody answers a request of ours any more, even if all that was known of it in Redis is gone.
     * Our own inbox is told, so that what its worker wrote before is read first.
     */
    void lose(SentRequest request) {
        String entry = request.entry();
        if (entry == null) {
            return;
        }
        Thread.startVirtualThread(
                () -> {
                    try {
                        outbox.add(new Outbox.Item.Lost(request.requestId(), entry));
                    } catch (CallException down) {
                        LOG.debug("The session has ended", down);
                    }
                });
    }

    /**
     * A request was written.
     *
     * @param entry where, or null if there is no stream for it any more
     */
    void wrote(SentRequest request, @Nullable String entry) {
        if (entry == null) {
            calls.notTaken(request);
            return;
        }
        request.written(entry);
        if (!roster.view().isServed(request.offering())) {
            keeper.sweepSoon(request.offering());
        }
    }

    void abort(SentRequest request, String text) {
        String entry = request.entry();
        if (entry != null) {
            Keys keys = settings.keys();
            List<String> requests = List.of(keys.requests(request.offering()));
            Script.ABORT.number(control, requests, entry, keys.inboxes(), id, text);
        }
    }

    /** Ends this session; the first reason is kept. */
    void end(String reason) {
        ended.complete(reason);
        keeper.ended();
    }

    boolean hasEnded() {
        return ended.isDone();
    }

    /** Waits for the end, and gives its reason. */
    String awaitEnd() {
        return ended.join();
    }

    /** Announces to the others that we leave. */
    void leave() {
        keeper.leave(id);
    }

    /** Frees everything. */
    void close(String reason) {
        end(reason);
        roster.depart();
        outbox.close(reason);
        threads.forEach(Thread::interrupt);
        directory.close();
        connections.close();
    }
}
