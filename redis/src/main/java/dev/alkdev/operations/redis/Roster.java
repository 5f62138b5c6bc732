package dev.alkdev.operations.redis;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Delivery;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;

/** Tracks the participants and what they offer. Threads may share it. */
final class Roster {
    private static final Logger LOG = LoggerFactory.getLogger(Roster.class);

    /** Where a request goes. */
    record Route(String offering, boolean repeatable) {}

    private static final int MAX_DIGITS = 20;

    private final RedisClusterCommands<String, byte[]> redis;
    private final Keys keys;
    private final String self;
    private final BiConsumer<View, View> changed;
    private final Mutex lock = new Mutex();
    private final Others others;
    private final Departed departed;
    private final Workers workers = new Workers();
    private volatile String server = "";
    private volatile boolean offeringsRead;
    private volatile View view = View.empty();

    /**
     * An empty roster.
     *
     * @param self our own id
     * @param others the offerings of others, maybe from an earlier session
     * @param changed is given the view before and after each change; must not block
     */
    Roster(Access access, String self, Others others, BiConsumer<View, View> changed) {
        this.redis = access.redis;
        this.keys = access.keys;
        this.self = self;
        this.others = others;
        this.departed = others.departed();
        this.changed = changed;
    }

    /** How to ask for what it keeps up with. */
    record Access(RedisClusterCommands<String, byte[]> redis, Keys keys) {}

    /** Which server has our keys, as far as we know; empty if it does not report one. */
    String server() {
        return server;
    }

    /**
     * Finds out which server has our keys now.
     *
     * @throws RedisException if Redis cannot be asked
     */
    void renewServer() {
        try {
            server = Script.SERVER.text(redis, List.of(keys.members()));
        } catch (RedisCommandExecutionException e) {
            // A user without the right to INFO; requests are not compared then.
            LOG.debug("The server does not report its id", e);
        }
    }

    /** Whether a request was written to the server that we use; true if that is not known. */
    boolean isSameServer(String other) {
        if (other.isEmpty() || server.isEmpty() || other.equals(server)) {
            return true;
        }
        // The keys may have moved to another node of a cluster.
        renewServer();
        return other.equals(server);
    }

    View view() {
        return view;
    }

    /**
     * Updates the view if the participants have changed.
     *
     * @throws RedisException if Redis does not respond
     */
    void refresh() {
        if (isOutdated()) {
            try (Registration held = hold()) {
                // Another thread may have updated it meanwhile.
                if (isOutdated()) {
                    read();
                }
            }
        }
    }

    /** Reads the offerings of the others from now on, for callers of their operations. */
    void readOfferings() {
        others.startReading();
        if (!offeringsRead) {
            try (Registration held = hold()) {
                if (!offeringsRead) {
                    read();
                }
            }
        }
    }

    private Registration hold() {
        try {
            lock.lockInterruptibly();
            return lock::unlock;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RedisCommandInterruptedException(e);
        }
    }

    private boolean isOutdated() {
        byte[] version = redis.getrange(keys.version(), 0, MAX_DIGITS);
        return version.length == 0 || number(utf8(version)) != view.version();
    }

    private static String utf8(byte[] text) {
        return new String(text, StandardCharsets.UTF_8);
    }

    private void read() {
        List<String> texts =
                Script.VIEW.texts(redis, List.of(keys.members(), keys.offers(), keys.version()));
        Map<String, String> members = new HashMap<>();
        Map<String, Integer> counts = new HashMap<>();
        for (int i = 1; i < texts.size(); i += 2) {
            String id = texts.get(i);
            String hash = texts.get(i + 1);
            members.put(id, hash);
            if (!id.equals(self)) {
                counts.merge(hash, 1, Integer::sum);
            }
        }
        workers.add(members);
        boolean complete = others.isReading();
        change(View.of(number(texts.getFirst()), members, others.offers(redis, counts)));
        offeringsRead = complete;
    }

    private long number(String version) {
        try {
            return Long.parseLong(version);
        } catch (NumberFormatException e) {
            throw new RedisException(
                    "the key " + keys.version() + " should hold a number but holds " + version, e);
        }
    }

    private void change(View now) {
        View before = view;
        view = now;
        departed.add(now.lostSince(before), before::path);
        departed.remove(now.operations().keySet());
        changed.accept(before, now);
    }

    /** All that is offered, and what was until recently. */
    Map<String, OperationSpec> shown() {
        return departed.with(view.operations());
    }

    /** The nodes behind the one that offers an operation, or did until recently. */
    List<String> path(String operationId) {
        return departed.contains(operationId) ? departed.path(operationId) : view.path(operationId);
    }

    /** Forgets what nobody has offered for long. */
    void forget() {
        try (Registration held = hold()) {
            if (departed.forget()) {
                changed.accept(view, view);
            }
        }
    }

    /** The session has ended: nobody can be reached for now. */
    void depart() {
        departed.add(view.operations().values(), view::path);
    }

    /** Whether a participant may have taken a request, because it offers the operation. */
    boolean canAnswer(String id, SentRequest request) {
        if (workers.offered(id, request.offering())) {
            return true;
        }
        refresh();
        return workers.offered(id, request.offering())
                || view.offers(id, request.request().operationId());
    }

    /**
     * Finds requests that are not in their stream any more: they have been responded to or given
     * back, or somebody deleted them.
     *
     * @throws RedisException if Redis does not respond
     */
    List<SentRequest> gone(String offering, List<SentRequest> requests) {
        List<SentRequest> written =
                requests.stream().filter(request -> request.entry() != null).toList();
        String[] entries = written.stream().map(SentRequest::entry).toArray(String[]::new);
        List<String> gone = Script.GONE.texts(redis, List.of(keys.requests(offering)), entries);
        return gone.stream().map(place -> written.get(Integer.parseInt(place))).toList();
    }

    /** Whether a participant lives, as far as can be found out now. */
    boolean isLive(String id) {
        if (!view.members().containsKey(id)) {
            refresh();
        }
        return view.members().containsKey(id);
    }

    /**
     * Chooses among the offerings with an operation the one whose workers have the least to do.
     *
     * @param load how many requests we have sent there that are not answered
     * @throws CallException if there is none
     */
    Route choose(String operationId, ToIntFunction<String> load) {
        Route route = find(operationId, load);
        if (route != null) {
            return route;
        }
        refresh();
        route = find(operationId, load);
        return route != null ? route : guess(operationId);
    }

    private @Nullable Route find(String operationId, ToIntFunction<String> load) {
        Route best = null;
        double least = Double.MAX_VALUE;
        for (View.Offer offer : view.others()) {
            OperationSpec spec = offer.offering().find(operationId);
            if (spec != null) {
                String hash = offer.offering().hash();
                double busy = (load.applyAsInt(hash) + 1.0) / offer.workers();
                if (busy < least) {
                    least = busy;
                    best = new Route(hash, Delivery.MAY_HAVE_STARTED.allowsRetry(spec));
                }
            }
        }
        return best;
    }

    /** An operation nobody announced may just have been added; whoever is asked will answer. */
    private Route guess(String operationId) {
        View now = view;
        if (departed.contains(operationId)) {
            throw new CallException(
                    ErrorCode.UNAVAILABLE, "no worker that offers " + operationId + " is left");
        }
        if (now.members().keySet().stream().allMatch(self::equals)) {
            throw new CallException(
                    ErrorCode.UNAVAILABLE,
                    "no other participant is connected to offer " + operationId);
        }
        if (now.others().isEmpty()) {
            throw new CallException(
                    ErrorCode.OPERATION_NOT_FOUND, "there is no operation " + operationId);
        }
        return new Route(now.others().getFirst().offering().hash(), false);
    }
}
