package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.base.Backoff;
import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

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
    final PeerImport imports;
    private final TimeSource time;
    private final @Nullable Duration grace;
    private final Mutex lock = new Mutex();

    /** Ends with the link. What belongs to one that is over has no effect. */
    private final AtomicLong round = new AtomicLong();

    private volatile @Nullable CallException problem;
    private volatile boolean following;
    private boolean over;

    /** For the next try while the link is up, for the end of the grace while it is down. */
    private Registration timer = () -> {};

    private @Nullable Subscription<JsonNode> changes;

    /**
     * Follows a peer.
     *
     * @param grace how long what was imported stays while the link is down; null for ever
     */
    ImportFollower(Peer peer, PeerImport imports, @Nullable Duration grace) {
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
            synchronize(round.get());
        }
    }

    /** Follows the peer if the link is up. Starting twice does nothing. */
    void start() {
        try (Registration held = lock.hold()) {
            if (!following && !over && peer.isUp()) {
                following = true;
                timer.close();
                long own = round.get();
                inBackground(() -> follow(own, 0));
            }
        }
    }

    /** The link is down, and the subscription with it: takes out what was imported, in time. */
    void stop() {
        rest(false);
        if (grace == null) {
            return;
        }
        if (grace.isZero()) {
            imports.clear(ImportFollower::inBackground);
            return;
        }
        try (Registration held = lock.hold()) {
            if (!over && !following) {
                timer.close();
                long own = round.get();
                timer = time.schedule(grace, () -> inBackground(() -> leave(own)));
            }
        }
    }

    /** The peer has not reconnected in time. */
    private void leave(long own) {
        if (own == round.get() && !following) {
            LOG.info("{} is disconnected: its operations are removed", peer.name());
            imports.clear(Runnable::run);
        }
    }

    /** As {@link #stop}, for good, and the link may be up. */
    void end() {
        Subscription<JsonNode> open = rest(true);
        imports.clear(Runnable::run);
        if (open != null) {
            open.close();
        }
    }

    private @Nullable Subscription<JsonNode> rest(boolean forEver) {
        try (Registration held = lock.hold()) {
            over |= forEver;
            following = false;
            problem = null;
            round.incrementAndGet();
            timer.close();
            return changes;
        }
    }

    Optional<String> problem() {
        return Optional.ofNullable(problem).map(ImportFollower::describe);
    }

    private static String describe(CallException failure) {
        return failure.code() + ": " + failure.getMessage();
    }

    /** Listeners of the registry may take a while, and a timer or a link must not. */
    private static void inBackground(Runnable work) {
        Thread.ofVirtual().name("operations-import").start(work);
    }

    private void follow(long own, int failuresBefore) {
        int failures = failuresBefore;
        String reason = "the change feed of the peer ended";
        // The window has room for all that may wait at the peer.
        Call feed =
                Call.builder().window(Services.MAX_WAITING_CHANGES).to(Services.CHANGES, Map.of());
        try (RemoteSubscription news = peer.requests().open(feed)) {
            if (!reads(own, news)) {
                return;
            }
            synchronize(own);
            long pause = SHORTEST_PAUSE;
            // The first item tells that the peer listens: what changed before it is seen then.
            while (news.hasNext()) {
                news.next();
                news.stream.skip();
                synchronize(own);
                failures = 0;
                // A change is seen at once; one list is enough for all that come in the time after.
                boolean more = news.stream.collect(Duration.ofMillis(pause)) > 0;
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
        again(own, failures + 1, reason);
    }

    /** Whether this round is still on; remembers what it reads, to be closed from outside. */
    private boolean reads(long own, Subscription<JsonNode> news) {
        try (Registration held = lock.hold()) {
            changes = own == round.get() ? news : changes;
            return changes == news;
        }
    }

    private boolean isOn(long own) {
        return own == round.get() && peer.isUp();
    }

    private void synchronize(long own) {
        try {
            imports.synchronize(() -> isOn(own));
            problem = null;
        } catch (RuntimeException e) {
            problem =
                    e instanceof CallException known
                            ? known
                            : new CallException(ErrorCode.UNKNOWN_ERROR, e.toString());
            throw e;
        }
    }

    private void again(long own, int failures, String reason) {
        CallException now = problem;
        if (now != null && now.code().equals(ErrorCode.OPERATION_NOT_FOUND) && isOn(own)) {
            // A peer that only calls need not answer questions.
            LOG.debug("{} offers nothing: {}", peer.name(), reason);
            // It may have offered something before.
            imports.clear(Runnable::run);
            return;
        }
        try (Registration held = lock.hold()) {
            if (!isOn(own)) {
                return;
            }
            long times = failures == 1 ? PAUSED.due(peer.name()) : 0;
            if (times > 0) {
                LOG.warn(
                        "Lost the change feed of {}, retrying ({} times so far): {}",
                        peer.name(),
                        times,
                        reason);
            }
            timer =
                    time.schedule(
                            BACKOFF.after(failures),
                            () -> inBackground(() -> follow(own, failures)));
        }
    }
}
