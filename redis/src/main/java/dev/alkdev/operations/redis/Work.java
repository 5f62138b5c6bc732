package dev.alkdev.operations.redis;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.CallEvent.Aborted;
import dev.alkdev.operations.protocol.CallEvent.Failed;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.protocol.CallEventCodec;
import dev.alkdev.operations.protocol.Decoded;
import dev.alkdev.operations.protocol.LinkListener;

import io.lettuce.core.StreamMessage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;

/** The answering half: requests of others that we have taken, until they are answered. */
final class Work {
    private static final Logger LOG = LoggerFactory.getLogger(Work.class);
    private static final LogCounter MALFORMED = new LogCounter();

    private static final byte[] NOTHING = {};

    private final Outbox outbox;
    private final LinkListener listener;
    private final CallEventCodec codec;
    private final Semaphore slots;
    private final Map<String, TakenRequest> taken = new ConcurrentHashMap<>();

    Work(Outbox outbox, LinkListener listener, RedisOptions settings) {
        this.outbox = outbox;
        this.listener = listener;
        this.codec = settings.codec();
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
        String caller = text(fields, "caller");
        String requestId = text(fields, "request");
        if (!roster.isSameServer(text(fields, "server"))) {
            // A server that took over may know of a request, but not that somebody has run it.
            slots.release();
            outbox.add(new Outbox.Item.Unsent(requestId, taken(message, caller, false)));
            return;
        }
        Decoded decoded = codec.read(fields.getOrDefault("event", NOTHING));
        if (decoded instanceof Decoded.Event(Requested request)
                && request.requestId().equals(requestId)
                && roster.isLive(caller)) {
            boolean holdsSlot = request.call().window().isEmpty();
            if (!holdsSlot) {
                slots.release();
            }
            TakenRequest before = taken.put(requestId, taken(message, caller, holdsSlot));
            if (before != null) {
                freeSlot(before);
                outbox.add(new Outbox.Item.Done(before));
            }
            listener.received(request);
        } else {
            slots.release();
            refuse(requestId, taken(message, caller, false), decoded);
        }
    }

    private static String text(Map<String, byte[]> fields, String name) {
        return new String(fields.getOrDefault(name, NOTHING), StandardCharsets.UTF_8);
    }

    private static TakenRequest taken(
            StreamMessage<String, byte[]> message, String caller, boolean holdsSlot) {
        return new TakenRequest(caller, message.getStream(), message.getId(), holdsSlot);
    }

    private void refuse(String requestId, TakenRequest entry, Decoded decoded) {
        if (decoded instanceof Decoded.Event) {
            LOG.debug("Dropped a request of {}, who is gone", entry.caller());
            outbox.add(new Outbox.Item.Done(entry));
        } else if (decoded instanceof Decoded.Malformed(var id, String reason)
                && !requestId.isEmpty()) {
            CallException failure = new CallException(ErrorCode.VALIDATION_ERROR, reason);
            byte[] text = codec.writeUtf8(Failed.of(requestId, failure));
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
        byte[] text = codec.writeUtf8(event);
        String requestId = event.requestId();
        boolean last = event.isLast();
        TakenRequest entry = last ? taken.remove(requestId) : taken.get(requestId);
        if (entry == null) {
            throw new CallException(
                    ErrorCode.UNAVAILABLE, "no caller waits for an answer to " + requestId);
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

    /** The caller gave a request up: no answer to it will be sent. */
    void aborted(Aborted event) {
        TakenRequest entry = taken.remove(event.requestId());
        if (entry != null) {
            freeSlot(entry);
            // Adding may block, and whoever received the event must not.
            Thread.startVirtualThread(() -> tryAdd(new Outbox.Item.Done(entry)));
        }
        listener.received(event);
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
        taken.forEach(
                (requestId, entry) -> {
                    if (!live.contains(entry.caller())) {
                        aborted(new Aborted(requestId));
                    }
                });
    }

    /** The streams that hold requests we answer. */
    Set<String> streams() {
        return taken.values().stream().map(TakenRequest::requests).collect(Collectors.toSet());
    }
}
