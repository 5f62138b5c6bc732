package dev.alkdev.operations.redis;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.CallEvent.Aborted;
import dev.alkdev.operations.protocol.CallEvent.Credit;
import dev.alkdev.operations.protocol.CallEvent.Failed;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.protocol.CallEventCodec;
import dev.alkdev.operations.protocol.LinkListener;

import io.lettuce.core.RedisException;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** The calling half: requests we have sent, until they are answered. */
final class Calls {
    /** How many workers may die over a request before it is taken to be its fault. */
    private static final int MAX_LOSSES = 3;

    /** How often a request may go from one offering to the next. */
    private static final int MAX_MOVES = 20;

    private final Outbox outbox;
    private final Roster roster;
    private final LinkListener listener;
    private final CallEventCodec codec;
    private final Map<String, SentRequest> sent = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> load = new ConcurrentHashMap<>();

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
        } catch (RuntimeException e) {
            sent.remove(request.requestId());
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
        counter(route.offering()).incrementAndGet();
        outbox.add(new Outbox.Item.Request(request));
        if (!sent.containsKey(request.requestId())) {
            // Whoever aborted it meanwhile did so before there was anything to abort.
            String abort = codec.write(new Aborted(request.requestId()));
            outbox.add(new Outbox.Item.Abort(request, abort));
        }
    }

    private int load(String offering) {
        AtomicInteger counter = load.get(offering);
        return counter == null ? 0 : counter.get();
    }

    private AtomicInteger counter(String offering) {
        return load.computeIfAbsent(offering, hash -> new AtomicInteger());
    }

    private void fail(SentRequest request, CallException failure) {
        if (sent.remove(request.requestId(), request)) {
            listener.received(Failed.of(request.requestId(), failure));
        }
    }

    private void uncount(SentRequest request) {
        if (!request.offering().isEmpty()) {
            counter(request.offering()).decrementAndGet();
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

    /** Passes on an answer. */
    void received(@Nullable String worker, CallEvent answer) {
        boolean last = answer.isLast();
        SentRequest request = last ? sent.remove(answer.requestId()) : sent.get(answer.requestId());
        if (request == null) {
            return;
        }
        if (last) {
            uncount(request);
        } else if (worker != null && request.worker() == null) {
            request.answeredBy(worker);
        }
        listener.received(answer);
    }

    /** A worker died over a request: another one takes it if that does no harm. */
    void lost(String requestId) {
        SentRequest request = sent.get(requestId);
        if (request == null) {
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
    Set<String> orphans(Set<String> live) {
        return sent.values().stream()
                .filter(request -> !request.isRepeatable())
                .filter(request -> isGone(request.worker(), live))
                .map(SentRequest::requestId)
                .collect(Collectors.toSet());
    }

    private static boolean isGone(@Nullable String worker, Set<String> live) {
        return worker != null && !live.contains(worker);
    }

    /** No worker of an offering took a request: others may. */
    void unsent(String requestId) {
        SentRequest request = sent.get(requestId);
        if (request == null) {
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
                    } catch (CallException | RedisException down) {
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
        return load.entrySet().stream()
                .filter(entry -> entry.getValue().get() > 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
