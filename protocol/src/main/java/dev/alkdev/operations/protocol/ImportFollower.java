package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Backoff;
import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.LogCounter;
import dev.alkdev.operations.Registration;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.TimeSource;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps an import up to date: imports again at each change that the peer reports, while the link is
 * up. What fails meanwhile is tried again, less and less often.
 */
final class ImportFollower {
    private static final Logger LOG = LoggerFactory.getLogger(ImportFollower.class);
    private static final LogCounter FAILED = new LogCounter();
    private static final LogCounter PAUSED = new LogCounter();
    private static final Backoff BACKOFF =
            new Backoff(Duration.ofMillis(100), Duration.ofSeconds(30));

    /** How long changes are collected after a list before the next; longer in a long burst. */
    private static final long SHORTEST_PAUSE = 50;

    private static final long LONGEST_PAUSE = 1_000;

    private final Peer peer;
    private final PeerImport imports;
    private final TimeSource time;
    private final Duration grace;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable CallException problem;
    private boolean following;
    private boolean over;
    private long round;
    private int failures;
    private @Nullable Registration retry;
    private @Nullable Registration leaving;
    private @Nullable Subscription<JsonNode> changes;

    /**
     * Follows a peer.
     *
     * @param grace how long what was imported stays while the link is down
     */
    ImportFollower(Peer peer, PeerImport imports, Duration grace) {
        this.peer = peer;
        this.imports = imports;
        this.time = peer.time();
        this.grace = grace;
    }

    /**
     * Imports on this thread for the first time, if the link is up.
     *
     * @throws CallException if the peer cannot be asked
     */
    void begin() {
        if (peer.isUp()) {
            synchronize();
        }
    }

    /** Follows the peer if the link is up. Starting twice does nothing. */
    void start() {
        lock.lock();
        try {
            if (!following && !over && peer.isUp()) {
                following = true;
                stay();
                failures = 0;
                launch(++round);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The link is down, and the subscription with it: takes out what was imported, in time. */
    void stop() {
        rest(false);
        imports.lose();
        if (grace.isZero()) {
            imports.clear();
            return;
        }
        lock.lock();
        try {
            if (!over && !following) {
                stay();
                long own = round;
                leaving = time.schedule(grace, () -> leave(own));
            }
        } finally {
            lock.unlock();
        }
    }

    private void stay() {
        if (leaving != null) {
            leaving.close();
            leaving = null;
        }
    }

    /** The peer has not come back in time. Listeners may take a while, and a timer must not. */
    private void leave(long own) {
        Thread.ofVirtual()
                .name("operations-import")
                .start(
                        () -> {
                            if (isResting(own)) {
                                LOG.info(
                                        "{} is disconnected: its operations are removed",
                                        peer.name());
                                imports.clear();
                            }
                        });
    }

    private boolean isResting(long own) {
        lock.lock();
        try {
            return own == round && !following;
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #stop}, for good, and the link may be up. */
    void end() {
        Subscription<JsonNode> open = rest(true);
        imports.end();
        if (open != null) {
            open.close();
        }
    }

    private @Nullable Subscription<JsonNode> rest(boolean forEver) {
        lock.lock();
        try {
            over |= forEver;
            if (forEver) {
                stay();
            }
            following = false;
            problem = null;
            round++;
            if (retry != null) {
                retry.close();
            }
            return changes;
        } finally {
            lock.unlock();
        }
    }

    Set<String> ids() {
        return imports.ids();
    }

    Map<String, String> leftOut() {
        return imports.leftOut();
    }

    Optional<String> problem() {
        CallException now = problem;
        return now == null ? Optional.empty() : Optional.of(describe(now));
    }

    private static String describe(CallException failure) {
        return failure.code() + ": " + failure.getMessage();
    }

    private void launch(long own) {
        Thread.ofVirtual().name("operations-import").start(() -> follow(own));
    }

    private void follow(long own) {
        String reason = "the change feed of the peer ended";
        try (RemoteSubscription news = peer.requests().open(Call.of(Services.CHANGES, Map.of()))) {
            if (!reads(own, news)) {
                return;
            }
            synchronize();
            long pause = SHORTEST_PAUSE;
            boolean more = false;
            // The first item tells that the peer listens: what changed before it is seen then.
            while (more || news.hasNext()) {
                if (!more) {
                    news.next();
                }
                news.skipWaiting();
                synchronize();
                succeeded(own);
                more = collect(own, news, pause);
                pause = more ? Math.min(2 * pause, LONGEST_PAUSE) : SHORTEST_PAUSE;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (CallException e) {
            reason = describe(e);
        } catch (RuntimeException e) {
            long times = FAILED.due(peer.name());
            if (times > 0) {
                LOG.warn("Importing from {} failed ({} times so far)", peer.name(), times, e);
            }
            reason = e.toString();
        }
        again(own, reason);
    }

    /**
     * A change is seen at once; one list is enough for all that come in the time after it.
     *
     * @return whether there were any
     */
    private boolean collect(long own, RemoteSubscription news, long millis)
            throws InterruptedException {
        int changes = 0;
        for (long left = millis; left > 0 && isOn(own); left -= SHORTEST_PAUSE) {
            Thread.sleep(SHORTEST_PAUSE);
            changes += news.skipWaiting();
        }
        return changes > 0 && isOn(own);
    }

    private boolean isOn(long own) {
        lock.lock();
        try {
            return own == round && peer.isUp();
        } finally {
            lock.unlock();
        }
    }

    /** Whether this round is still on; remembers what it reads, to be closed from outside. */
    private boolean reads(long own, Subscription<JsonNode> news) {
        lock.lock();
        try {
            if (own == round) {
                changes = news;
            }
            return own == round;
        } finally {
            lock.unlock();
        }
    }

    private void synchronize() {
        try {
            imports.synchronize();
            problem = null;
        } catch (CallException e) {
            problem = e;
            throw e;
        } catch (RuntimeException e) {
            problem = new CallException(ErrorCode.UNKNOWN_ERROR, e.toString());
            throw e;
        }
    }

    private void succeeded(long own) {
        lock.lock();
        try {
            if (own == round) {
                failures = 0;
            }
        } finally {
            lock.unlock();
        }
    }

    private void again(long own, String reason) {
        if (offersNothing() && isOn(own)) {
            LOG.debug("{} offers nothing: {}", peer.name(), reason);
            // It may have offered something before.
            imports.clear();
            return;
        }
        lock.lock();
        try {
            if (own != round || !peer.isUp()) {
                return;
            }
            failures++;
            long times = failures == 1 ? PAUSED.due(peer.name()) : 0;
            if (times > 0) {
                LOG.warn(
                        "Lost the change feed of {}, retrying ({} times so far): {}",
                        peer.name(),
                        times,
                        reason);
            }
            retry = time.schedule(BACKOFF.after(failures), () -> launch(own));
        } finally {
            lock.unlock();
        }
    }

    /** A peer that only calls need not answer questions. */
    private boolean offersNothing() {
        CallException now = problem;
        return now != null && now.code().equals(ErrorCode.OPERATION_NOT_FOUND);
    }
}
