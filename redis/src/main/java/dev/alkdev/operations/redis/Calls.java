package dev.alkdev.operations.redis;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.CallEvent.Aborted;
import dev.alkdev.operations.protocol.CallEvent.Credit;
import dev.alkdev.operations.protocol.CallEvent.Failed;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.protocol.CallEventCodec;
import dev.alkdev.operations.protocol.LinkListener;

import io.lettuce.core.RedisException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;

/** The calling half: requests we have sent, until they are answered. */
final class Calls {
    /** How many workers may die over a request before it is taken to be its fault. */
    private static final int MAX_LOSSES = 3;

    /** How often a request may go from one offering to the next. */
    private static final int MAX_MOVES = 20;

    /** How many requests for an offering are looked for at once. */
    private static final int MAX_CHECKED = 200;

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Logger LOG = LoggerFactory.getLogger(Calls.class);
    private static final LogCounter FORGED = new LogCounter();

    private final Outbox outbox;
    private final Roster roster;
    private final LinkListener listener;
    private final CallEventCodec codec;
    private final Map<String, SentRequest> sent = new ConcurrentHashMap<>();
    private final Map<String, Integer> load = new ConcurrentHashMap<>();

    Calls(Outbox outbox, Roster roster, LinkListener listener, CallEventCodec codec) {
        this.outbox = outbox;
        this.roster = roster;
        this.listener = listener;
        this.codec = codec;
    }

    /** Sends a request; that nobody can take it reaches its caller like any failure. */
    void send(Requested request) {
        SentRequest fresh = new SentRequest(request, codec.writeUtf8(request));
        sent.put(request.requestId(), fresh);
        try {
            route(fresh);
        } catch (RuntimeException | Error e) {
            if (sent.remove(request.requestId(), fresh)) {
                uncount(fresh);
            }
            throw e;
        }
    }

    private void route(SentRequest request) {
        Roster.Route route;
        try {
            route = roster.choose(request.request().operationId(), this::load);
        } catch (CallException nobody) {
            fail(request, nobody);
            return;
        }
        request.route(route.offering(), route.repeatable());
        count(request);
        outbox.addRequest(new Outbox.Item.Request(request));
        if (sent.get(request.requestId()) != request) {
            // Whoever aborted it meanwhile did so before there was anything to abort.
            uncount(request);
            String abort = codec.write(new Aborted(request.requestId()));
            outbox.add(new Outbox.Item.Abort(request, abort));
        }
    }

    private int load(String offering) {
        return load.getOrDefault(offering, 0);
    }

    private void fail(SentRequest request, CallException failure) {
        if (sent.remove(request.requestId(), request)) {
            listener.received(Failed.of(request.requestId(), failure));
        }
    }

    private void count(SentRequest request) {
        load.merge(request.offering(), 1, Integer::sum);
        request.counted().set(request.offering());
    }

    private void uncount(SentRequest request) {
        String offering = request.counted().getAndSet(null);
        if (offering != null) {
            load.computeIfPresent(offering, (hash, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Takes a request back; whether there was one. */
    boolean abort(Aborted event) {
        SentRequest request = sent.remove(event.requestId());
        if (request != null) {
            uncount(request);
            outbox.add(new Outbox.Item.Abort(request, codec.write(event)));
        }
        return request != null;
    }

    /** Sends credit to the worker of a subscription; false if there is none. */
    boolean credit(Credit event) {
        SentRequest request = sent.get(event.requestId());
        String worker = request == null ? null : request.worker();
        if (worker != null) {
            outbox.add(new Outbox.Item.Message(worker, codec.writeUtf8(event), null));
        }
        return request != null;
    }

    /** Passes on an answer of the worker that took the request; ignores all others. */
    void received(String worker, CallEvent answer) {
        boolean last = answer.isLast();
        SentRequest request = sent.get(answer.requestId());
        if (request == null || !isFrom(worker, request)) {
            return;
        }
        if (!last) {
            request.answeredBy(worker);
        } else if (sent.remove(answer.requestId(), request)) {
            uncount(request);
        } else {
            return;
        }
        listener.received(answer);
    }

    private boolean isFrom(String worker, SentRequest request) {
        String known = request.worker();
        if (known == null ? roster.canAnswer(worker, request) : known.equals(worker)) {
            return true;
        }
        warnOfForged("a response", request);
        return false;
    }

    private static void warnOfForged(String event, SentRequest request) {
        long times = FORGED.due(event);
        if (times > 0) {
            LOG.warn(
                    "Ignored {} to a request for {}, since it is not from the worker that took the"
                            + " request ({} so far). Check who has access to Redis",
                    event,
                    request.request().operationId(),
                    times);
        }
    }

    /**
     * A worker died over a request: another one takes it if that does no harm.
     *
     * @param entry where the worker had it from, if known; it may have been sent again meanwhile
     */
    void lost(String requestId, byte @Nullable [] entry) {
        SentRequest request = sent.get(requestId);
        if (request == null || (entry != null && !request.isAt(entry))) {
            return;
        }
        if (request.isRepeatable() && request.lostAgain() < MAX_LOSSES) {
            again(request);
        } else {
            uncount(request);
            fail(
                    request,
                    new CallException(
                            ErrorCode.UNAVAILABLE,
                            "the worker was lost while it ran " + request.request().operationId()));
        }
    }

    /**
     * Requests whose worker is not among those that live. What it wrote last may be unread still.
     * Those that may be repeated are given back by {@code sweep.lua}.
     */
    List<SentRequest> orphans(Set<String> live) {
        return sent.values().stream()
                .filter(request -> !request.isRepeatable())
                .filter(request -> isGone(request.worker(), live))
                .toList();
    }

    private static boolean isGone(@Nullable String worker, Set<String> live) {
        return worker != null && !live.contains(worker);
    }

    /** A participant gave a request back without having run it: others may take it. */
    void unsent(String requestId) {
        SentRequest request = sent.get(requestId);
        if (request != null) {
            // Looking may block, and whoever received the news must not.
            Thread.startVirtualThread(
                    () -> {
                        if (isGivenBack(request)) {
                            notTaken(request);
                        } else {
                            warnOfForged("the return", request);
                        }
                    });
        }
    }

    /** Whether nobody has it: a request is deleted before it is given back. */
    private boolean isGivenBack(SentRequest request) {
        String offering = request.offering();
        try {
            request.awaitEntry(PATIENCE);
            return request.worker() == null
                    && request.offering().equals(offering)
                    && !roster.gone(offering, List.of(request)).isEmpty();
        } catch (InterruptedException | TimeoutException | RedisException e) {
            LOG.debug("Could not look for {}", request.requestId(), e);
            return false;
        }
    }

    /** No worker of an offering took a request: others may. */
    void notTaken(SentRequest request) {
        if (sent.get(request.requestId()) != request) {
            return;
        }
        if (request.movedAgain() < MAX_MOVES) {
            again(request);
        } else {
            uncount(request);
            fail(
                    request,
                    new CallException(
                            ErrorCode.UNAVAILABLE,
                            "no worker takes requests for " + request.request().operationId()));
        }
    }

    private void again(SentRequest request) {
        uncount(request);
        request.route("", request.isRepeatable());
        // Routing may block, and whoever received the news must not.
        Thread.startVirtualThread(
                () -> {
                    try {
                        roster.renewServer();
                        roster.refresh();
                        route(request);
                    } catch (RuntimeException | Error down) {
                        fail(
                                request,
                                new CallException(
                                        ErrorCode.UNAVAILABLE,
                                        request.request().operationId()
                                                + " lost its worker and cannot be retried on"
                                                + " another: "
                                                + down.getMessage()));
                    }
                });
    }

    /** The offerings with requests that are not answered. */
    Set<String> busyOfferings() {
        return Set.copyOf(load.keySet());
    }

    /** The requests for an offering that are without a response for so long, oldest first. */
    List<SentRequest> waiting(String offering, Duration age) {
        return sent.values().stream()
                .filter(request -> request.offering().equals(offering))
                .filter(request -> request.isOlderThan(age))
                .sorted(Comparator.comparing(SentRequest::age).reversed())
                .limit(MAX_CHECKED)
                .toList();
    }
}
