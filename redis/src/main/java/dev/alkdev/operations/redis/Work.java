package dev.alkdev.operations.redis;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.CallEvent.Aborted;
import dev.alkdev.operations.protocol.CallEvent.Credit;
import dev.alkdev.operations.protocol.CallEvent.Failed;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.protocol.CallEventCodec;
import dev.alkdev.operations.protocol.Decoded;
import dev.alkdev.operations.protocol.LinkListener;
import dev.alkdev.operations.redis.TakenRequest.Origin;

import io.lettuce.core.StreamMessage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;

/** The answering half: requests of others that we have taken, until they are answered. */
final class Work {
    private static final Logger LOG = LoggerFactory.getLogger(Work.class);
    private static final LogCounter MALFORMED = new LogCounter();

    private static final byte[] NOTHING = {};
    private static final Decoded.Malformed NO_MEMORY =
            new Decoded.Malformed(null, "the server has no memory left for this request");

    private final Outbox outbox;
    private final LinkListener listener;
    private final CallEventCodec codec;
    private final Semaphore slots;
    private final ByteBudget memory;
    private final TakenRequests taken = new TakenRequests();
    private final EarlyAborts early = new EarlyAborts();

    Work(Outbox outbox, LinkListener listener, RedisOptions settings) {
        this.outbox = outbox;
        this.listener = listener;
        this.codec = settings.codec();
        this.memory = settings.memory();
        this.slots = new Semaphore(settings.concurrency());
    }

    /** Waits until at least one more request can be taken, and reserves so many; at most max. */
    int reserve(int max) throws InterruptedException {
        slots.acquire();
        int reserved = 1;
        while (reserved < max && slots.tryAcquire()) {
            reserved++;
        }
        return reserved;
    }

    void release(int reserved) {
        slots.release(reserved);
    }

    /**
     * Takes a request; uses up one that was reserved, or gives it back.
     *
     * @param roster who lives, and where
     */
    void take(StreamMessage<String, byte[]> message, Roster roster) {
        Map<String, byte[]> fields = message.getBody();
        Origin origin = new Origin(text(fields, "caller"), text(fields, "request"));
        if (!roster.isSameServer(text(fields, "server"))) {
            // A server that took over may know of a request, but not that somebody has run it.
            slots.release();
            outbox.add(new Outbox.Item.Unsent(taken(message, origin, false)));
            return;
        }
        Decoded decoded = read(fields.getOrDefault("event", NOTHING));
        if (decoded instanceof Decoded.Event(Requested request)
                && request.requestId().equals(origin.requestId())
                && roster.isLive(origin.caller())) {
            boolean holdsSlot = request.call().window().isEmpty();
            if (!holdsSlot) {
                slots.release();
            }
            start(request, taken(message, origin, holdsSlot));
        } else {
            slots.release();
            refuse(taken(message, origin, false), decoded);
        }
    }

    private void start(Requested request, TakenRequest entry) {
        if (taken.contains(entry.origin())) {
            // It runs already, and its response is the response to both.
            freeSlot(entry);
            outbox.add(new Outbox.Item.Done(entry));
            return;
        }
        String id = taken.add(entry);
        // Looked for after the request can be found, or else both threads might miss the other.
        if (early.remove(entry)) {
            abort(id);
            return;
        }
        listener.received(EventIds.with(id, request));
        if (taken.get(id) == null) {
            // It may have been aborted just before it was received.
            listener.received(new Aborted(id));
        }
    }

    private Decoded read(byte[] event) {
        long weight = ByteBudget.weightOfText(event);
        if (!memory.part(weight).tryAcquire(weight)) {
            return NO_MEMORY;
        }
        try {
            return codec.read(event);
        } finally {
            memory.part(weight).release(weight);
        }
    }

    private static String text(Map<String, byte[]> fields, String name) {
        return new String(fields.getOrDefault(name, NOTHING), StandardCharsets.UTF_8);
    }

    private static TakenRequest taken(
            StreamMessage<String, byte[]> message, Origin origin, boolean holdsSlot) {
        return new TakenRequest(origin, message.getStream(), message.getId(), holdsSlot);
    }

    private void refuse(TakenRequest entry, Decoded decoded) {
        String requestId = entry.origin().requestId();
        if (decoded instanceof Decoded.Event) {
            LOG.debug("Dropped a request of {}, who is gone", entry.caller());
            outbox.add(new Outbox.Item.Done(entry));
        } else if (decoded instanceof Decoded.Malformed(var id, String reason)
                && !requestId.isEmpty()) {
            String code =
                    decoded.equals(NO_MEMORY) ? ErrorCode.OVERLOADED : ErrorCode.VALIDATION_ERROR;
            byte[] text = codec.writeUtf8(Failed.of(requestId, new CallException(code, reason)));
            outbox.add(new Outbox.Item.Message(entry.caller(), text, entry));
        } else {
            long times = MALFORMED.due(entry.caller());
            if (times > 0) {
                LOG.warn("Dropped a malformed request of {} ({} so far)", entry.caller(), times);
            }
            outbox.add(new Outbox.Item.Done(entry));
        }
    }

    /** Sends an answer. */
    void reply(CallEvent event) {
        String id = event.requestId();
        boolean last = event.isLast();
        TakenRequest entry = taken.get(id);
        byte[] text =
                codec.writeUtf8(
                        entry == null ? event : EventIds.with(entry.origin().requestId(), event));
        if (entry == null || (last && taken.remove(id) == null)) {
            throw new CallException(
                    ErrorCode.UNAVAILABLE, "no caller waits for an answer to " + id);
        }
        if (last) {
            freeSlot(entry);
        }
        outbox.add(new Outbox.Item.Message(entry.caller(), text, last ? entry : null));
    }

    private void freeSlot(TakenRequest entry) {
        if (entry.holdsSlot()) {
            slots.release();
        }
    }

    /**
     * A caller gave a request up: no answer to it will be sent.
     *
     * @param entry the entry that holds the request; empty if unknown
     */
    void aborted(Origin origin, String entry) {
        if (!abortTaken(origin)) {
            early.add(origin, entry);
            abortTaken(origin);
        }
    }

    private boolean abortTaken(Origin origin) {
        String id = taken.id(origin);
        return id != null && abort(id);
    }

    private boolean abort(String id) {
        TakenRequest entry = taken.remove(id);
        if (entry == null) {
            return false;
        }
        freeSlot(entry);
        // Adding may block, and whoever received the event must not.
        Thread.startVirtualThread(() -> tryAdd(new Outbox.Item.Done(entry)));
        listener.received(new Aborted(id));
        return true;
    }

    /** A caller is ready for more items of a subscription. */
    void credited(Origin origin, Credit credit) {
        String id = taken.id(origin);
        if (id != null) {
            listener.received(EventIds.with(id, credit));
        }
    }

    private void tryAdd(Outbox.Item item) {
        try {
            outbox.add(item);
        } catch (CallException down) {
            LOG.debug("The session has ended", down);
        }
    }

    /** Ends the requests of callers that are gone. */
    void keepOnly(Set<String> live) {
        taken.notFrom(live).forEach(this::abortTaken);
    }

    /** The streams that hold requests we answer. */
    Set<String> streams() {
        return taken.streams();
    }
}
