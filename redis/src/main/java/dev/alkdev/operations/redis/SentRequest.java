package dev.alkdev.operations.redis;

import dev.alkdev.operations.protocol.CallEvent.Requested;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A request of ours until it is answered. */
final class SentRequest {
    private final Requested request;
    private final byte[] text;
    private final AtomicInteger losses = new AtomicInteger();
    private final AtomicInteger moves = new AtomicInteger();
    private volatile String offering = "";
    private volatile boolean repeatable;
    private volatile CompletableFuture<String> entry = new CompletableFuture<>();
    private volatile long writtenAt;
    private volatile @Nullable String worker;
    private final AtomicReference<@Nullable String> counted = new AtomicReference<>();

    SentRequest(Requested request, byte[] text) {
        this.request = request;
        this.text = text;
    }

    Requested request() {
        return request;
    }

    String requestId() {
        return request.requestId();
    }

    /** The event as it is written. */
    byte[] text() {
        return text;
    }

    /** The offering whose workers get it. */
    void route(String offering, boolean repeatable) {
        this.offering = offering;
        this.repeatable = repeatable;
        this.entry = new CompletableFuture<>();
        this.worker = null;
    }

    String offering() {
        return offering;
    }

    /** The offering to whose load it counts; null if to none. */
    AtomicReference<@Nullable String> counted() {
        return counted;
    }

    boolean isRepeatable() {
        return repeatable;
    }

    void written(String entry) {
        this.writtenAt = System.nanoTime();
        this.entry.complete(entry);
    }

    /** Its entry in the stream of requests; null until it is written. */
    @Nullable String entry() {
        return entry.getNow(null);
    }

    boolean isAt(byte[] place) {
        return new String(place, StandardCharsets.UTF_8).equals(entry());
    }

    /** Waits until it is written. */
    String awaitEntry(Duration patience) throws InterruptedException, TimeoutException {
        try {
            return entry.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The time since it was written. */
    Duration age() {
        return Duration.ofNanos(System.nanoTime() - writtenAt);
    }

    /** Whether it was written at least this time ago. */
    boolean isOlderThan(Duration age) {
        return entry.isDone() && age().compareTo(age) > 0;
    }

    void answeredBy(String worker) {
        this.worker = worker;
    }

    /** Who works on it; null until something was received. */
    @Nullable String worker() {
        return worker;
    }

    /** Counts a worker that died over it. */
    int lostAgain() {
        return losses.incrementAndGet();
    }

    /** Counts that nobody took it. */
    int movedAgain() {
        return moves.incrementAndGet();
    }
}
