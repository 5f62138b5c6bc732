package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationSpec;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** The peers that offer one operation; calls go to the one with the fewest under way. */
final class Providers {

    /**
     * A peer with the number of its calls of this operation that are under way.
     *
     * @param timeout the longest time of a call, if there is one
     */
    record Provider(Peer peer, @Nullable Duration timeout, AtomicInteger inFlight) {

        /** What is said about a call made in the course of another one. */
        CallOptions callOptions(OperationContext context) {
            CallOptions options = CallOptions.nestedIn(context);
            if (timeout == null) {
                return options;
            }
            Instant latest = Instant.now().plus(timeout);
            Instant asked = options.deadline();
            return asked != null && asked.isBefore(latest) ? options : options.withDeadline(latest);
        }
    }

    private final OperationSpec spec;
    private final String remoteId;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Provider> providers = new CopyOnWriteArrayList<>();
    private final AtomicInteger turns = new AtomicInteger();
    private boolean abandoned;

    /**
     * Nobody yet.
     *
     * @param spec of the operation here
     * @param remoteId of the operation there
     */
    Providers(OperationSpec spec, String remoteId) {
        this.spec = spec;
        this.remoteId = remoteId;
    }

    /** What the peers call the operation. */
    String remoteId() {
        return remoteId;
    }

    OperationSpec spec() {
        return spec;
    }

    /** Adds a peer, unless the last one has left: then this leaves the registry as well. */
    void add(Peer peer, @Nullable Duration timeout) {
        lock.lock();
        try {
            if (!abandoned) {
                providers.add(new Provider(peer, timeout, new AtomicInteger()));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes a peer out; whether it was the last. */
    boolean remove(Peer peer) {
        lock.lock();
        try {
            providers.removeIf(provider -> provider.peer == peer);
            abandoned = providers.isEmpty();
            return abandoned;
        } finally {
            lock.unlock();
        }
    }

    boolean has(Peer peer) {
        for (Provider provider : providers) {
            if (provider.peer == peer) {
                return true;
            }
        }
        return false;
    }

    boolean isOnly(Peer peer) {
        return providers.size() == 1 && providers.getFirst().peer == peer;
    }

    /**
     * Takes the least busy peer whose link is up, in turns if several are, and counts a call more
     * for it.
     *
     * @throws CallException {@code UNAVAILABLE} if there is none
     */
    Provider take() {
        Provider best = null;
        int fewest = Integer.MAX_VALUE;
        Provider[] all = providers.toArray(Provider[]::new);
        int first = Math.floorMod(turns.getAndIncrement(), Math.max(1, all.length));
        for (int i = 0; i < all.length; i++) {
            Provider provider = all[(first + i) % all.length];
            int calls = provider.inFlight.get();
            if (calls < fewest && provider.peer.isUp()) {
                fewest = calls;
                best = provider;
            }
        }
        if (best == null) {
            throw new CallException(
                    ErrorCode.UNAVAILABLE, "no peer that offers " + spec.id() + " is connected");
        }
        best.inFlight.incrementAndGet();
        return best;
    }
}
