package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Keeps the subscriptions at a server before 2026-07-28 in line with the watched resources. A few
 * threads of its own make the requests, at most one per resource at a time, so that a server that
 * does not respond blocks neither the caller nor a lock. Threads may share it.
 */
final class ResourceSubscriptions {
    /** How long a caller waits until its resource is subscribed. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final int MAX_WORKERS = 16;

    private final Mutex lock = new Mutex();
    private final Map<String, State> states = new HashMap<>();
    private final Queue<String> queue = new ArrayDeque<>();
    private final ResourceWatches watches;
    private final Requests requests;
    private int workers;

    /** Sends a subscribe or unsubscribe request and waits for the response; never throws. */
    @FunctionalInterface
    interface Requests {
        void send(String uri, boolean subscribe);
    }

    private static final class State {
        private boolean subscribed;

        /** Completed when nothing is left to send; null if nothing is. */
        private @Nullable CompletableFuture<Boolean> pending;
    }

    ResourceSubscriptions(ResourceWatches watches, Requests requests) {
        this.watches = watches;
        this.requests = requests;
    }

    /** Updates the subscription of a resource in the background. */
    void update(String uri) {
        try (Registration held = lock.hold()) {
            State state = states.computeIfAbsent(uri, key -> new State());
            if (state.pending != null) {
                return;
            }
            state.pending = new CompletableFuture<>();
            queue.add(uri);
            if (workers < MAX_WORKERS) {
                workers++;
                Thread.ofVirtual().name("operations-mcp resources").start(this::work);
            }
        }
    }

    /** Subscribes again to all watched resources: the server has a new session. */
    void renew() {
        List<String> all;
        try (Registration held = lock.hold()) {
            states.values().forEach(state -> state.subscribed = false);
            all = List.copyOf(states.keySet());
        }
        all.forEach(this::update);
    }

    /** Waits until the subscription of a resource is up to date, but not for long. */
    void await(String uri) {
        CompletableFuture<Boolean> pending;
        try (Registration held = lock.hold()) {
            State state = states.get(uri);
            pending = state == null ? null : state.pending;
        }
        if (pending == null) {
            return;
        }
        try {
            pending.get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException e) {
            // The server is slow or hangs: the subscription continues in the background.
            return;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private void work() {
        for (String uri = next(); uri != null; uri = next()) {
            for (Boolean wanted = missing(uri); wanted != null; wanted = missing(uri)) {
                requests.send(uri, wanted);
            }
        }
    }

    private @Nullable String next() {
        try (Registration held = lock.hold()) {
            String uri = queue.poll();
            if (uri == null) {
                workers--;
            }
            return uri;
        }
    }

    /** Whether to subscribe or to unsubscribe next; null if the subscription is up to date. */
    private @Nullable Boolean missing(String uri) {
        try (Registration held = lock.hold()) {
            State state = states.get(uri);
            if (state == null) {
                return null;
            }
            boolean wanted = watches.isWatched(uri);
            if (wanted != state.subscribed) {
                state.subscribed = wanted;
                return wanted;
            }
            CompletableFuture<Boolean> done = state.pending;
            state.pending = null;
            if (!wanted) {
                states.remove(uri);
            }
            if (done != null) {
                done.complete(true);
            }
            return null;
        }
    }
}
