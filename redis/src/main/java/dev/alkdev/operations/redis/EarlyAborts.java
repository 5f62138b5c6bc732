package dev.alkdev.operations.redis;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.redis.TakenRequest.Origin;

import java.util.LinkedHashSet;
import java.util.SequencedSet;

/**
 * Aborts that were read before the requests they are for: requests and aborts arrive over different
 * streams. Keeps the latest ones. Threads share it.
 */
final class EarlyAborts {
    private static final int MAX_KEPT = 1_000;

    /** Exceeds the ids of participants, requests and entries that participants write. */
    private static final int MAX_LENGTH = 500;

    private final Mutex lock = new Mutex();
    private final SequencedSet<Abort> kept = new LinkedHashSet<>();

    private record Abort(Origin origin, String entry) {
        int length() {
            return origin.caller().length() + origin.requestId().length() + entry.length();
        }
    }

    /**
     * Keeps an abort.
     *
     * @param entry the entry that holds the request; an abort without one is not kept, since it
     *     would also end a later request with the same id
     */
    void add(Origin origin, String entry) {
        Abort abort = new Abort(origin, entry);
        if (entry.isEmpty() || abort.length() > MAX_LENGTH) {
            return;
        }
        try (Registration held = lock.hold()) {
            kept.add(abort);
            if (kept.size() > MAX_KEPT) {
                kept.removeFirst();
            }
        }
    }

    /** Removes the abort of a request; whether there was one. */
    boolean remove(TakenRequest request) {
        try (Registration held = lock.hold()) {
            return kept.remove(new Abort(request.origin(), request.entry()));
        }
    }
}
