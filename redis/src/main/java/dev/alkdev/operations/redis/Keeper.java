package dev.alkdev.operations.redis;

import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.protocol.Offering;

import io.lettuce.core.cluster.api.sync.RedisClusterCommands;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** Sends heartbeats, announces our operations, and gives back the requests of dead workers. */
final class Keeper {
    /** Operations are often registered many at a time, and are announced together. */
    private static final int GATHERING_MILLIS = 10;

    /** A worker looks for requests of dead ones at so many beats, even if nobody is missed. */
    private static final int SWEEP_BEATS = 5;

    private static final Logger LOG = LoggerFactory.getLogger(Keeper.class);
    private static final LogCounter REMOVED = new LogCounter();
    private static final String GIVEN_UP =
            "the others have given this participant up, or its keys were removed from Redis";

    private final Session session;
    private final RedisClusterCommands<String, byte[]> redis;
    private final RedisOptions settings;
    private final Offering offering;
    private final Mutex lock = new Mutex();
    private final Condition signalled = lock.newCondition();
    private final Set<String> toSweep = new HashSet<>();
    private final Condition announced = lock.newCondition();
    private boolean offeringChanged;
    private boolean announcing;
    private long nextBeat;
    private int beats;

    Keeper(
            Session session,
            RedisClusterCommands<String, byte[]> redis,
            RedisOptions settings,
            Offering offering) {
        this.session = session;
        this.redis = redis;
        this.settings = settings;
        this.offering = offering;
        this.nextBeat = nextBeat();
    }

    void offeringChanged() {
        signal(() -> offeringChanged = true);
    }

    /** Looks soon for requests of this offering that nobody works on. */
    void sweepSoon(String hash) {
        signal(() -> toSweep.add(hash));
    }

    /** Participants that joined together, after a restart for instance, do not beat together. */
    private long nextBeat() {
        double jitter = ThreadLocalRandom.current().nextDouble(0.8, 1);
        return System.nanoTime() + (long) (settings.beat().toNanos() * jitter);
    }

    /** Waits until what we offer is announced; gives up when the session ends, or after a while. */
    void awaitAnnounced(Duration patience) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = patience.toNanos();
            while ((offeringChanged || announcing) && !session.hasEnded() && left > 0) {
                left = announced.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The session has ended, and nothing more will be announced. */
    void ended() {
        signal(announced::signalAll);
    }

    private void signal(Runnable change) {
        try (Registration held = lock.hold()) {
            change.run();
            signalled.signal();
        }
    }

    /** Takes up the place of a new participant. */
    void join() {
        announce(Announcement.of(offering), "join");
    }

    /** Does what is due until the session ends. */
    void run() throws InterruptedException {
        while (!session.hasEnded()) {
            Due due = awaitDue();
            if (due.beat) {
                beat();
            }
            if (due.announcement) {
                announceChange();
            }
            due.sweeps.forEach(this::sweep);
        }
    }

    private record Due(boolean beat, boolean announcement, Set<String> sweeps) {}

    private Due awaitDue() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nextBeat - System.nanoTime();
            while (left > 0 && !offeringChanged && toSweep.isEmpty()) {
                left = signalled.awaitNanos(left);
            }
            boolean beat = nextBeat - System.nanoTime() <= 0;
            if (beat) {
                nextBeat = nextBeat();
            }
            Due due = new Due(beat, offeringChanged, Set.copyOf(toSweep));
            toSweep.clear();
            return due;
        } finally {
            lock.unlock();
        }
    }

    private void announceChange() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(GATHERING_MILLIS);
        signal(
                () -> {
                    offeringChanged = false;
                    announcing = true;
                });
        Announcement before = session.intake().served();
        Announcement now = Announcement.of(offering);
        if (!now.hash().equals(before.hash())) {
            announce(now, "change");
            sweep(before.hash());
        }
        signal(
                () -> {
                    announcing = false;
                    announced.signalAll();
                });
    }

    private void announce(Announcement now, String how) {
        Keys keys = settings.keys();
        long alive =
                Script.ANNOUNCE.number(
                        redis,
                        List.of(
                                keys.members(),
                                keys.offers(),
                                keys.version(),
                                keys.news(),
                                keys.inbox(session.id()),
                                keys.offering(now.hash()),
                                keys.requests(now.hash())),
                        session.id(),
                        now.hash(),
                        now.text(),
                        String.valueOf(settings.expiry().toMillis()),
                        String.valueOf(settings.kept().toMillis()),
                        how);
        if (alive == 0) {
            session.end(GIVEN_UP);
        } else {
            session.intake().serve(now);
        }
    }

    private void beat() {
        Keys keys = settings.keys();
        Announcement served = session.intake().served();
        List<String> kept =
                new ArrayList<>(
                        List.of(
                                keys.members(),
                                keys.offers(),
                                keys.version(),
                                keys.news(),
                                keys.inbox(session.id())));
        if (!served.isEmpty()) {
            kept.add(keys.offering(served.hash()));
            kept.add(keys.requests(served.hash()));
        }
        kept.addAll(session.work().streams());
        long version =
                Script.BEAT.number(
                        redis,
                        kept,
                        session.id(),
                        String.valueOf(settings.expiry().toMillis()),
                        String.valueOf(settings.kept().toMillis()),
                        keys.inboxes(),
                        served.hash());
        if (version == 0) {
            session.end(GIVEN_UP);
        } else if (version < 0) {
            announceAgain(served);
        } else if (version != session.roster().view().version()) {
            session.refreshSoon();
        }
        sweepNowAndThen(served);
        session.calls().busyOfferings().forEach(this::findGone);
    }

    /** Requests that somebody deleted would never be responded to. */
    private void findGone(String offering) {
        List<SentRequest> waiting = session.calls().waiting(offering, settings.beat());
        if (!waiting.isEmpty()) {
            session.roster().gone(offering, waiting).forEach(session::lose);
        }
    }

    private void announceAgain(Announcement served) {
        long times = REMOVED.due(settings.name());
        if (times > 0) {
            LOG.warn(
                    "{}: what this participant offers was removed from Redis and is announced"
                            + " again ({} times so far). Check for deleted keys, and that"
                            + " maxmemory-policy is noeviction",
                    settings.name(),
                    times);
        }
        announce(served, "change");
    }

    private void sweepNowAndThen(Announcement served) {
        View view = session.roster().view();
        for (String hash : session.calls().busyOfferings()) {
            if (!view.isServed(hash)) {
                sweep(hash);
            }
        }
        if (++beats % SWEEP_BEATS == 0) {
            sweep(served.hash());
        }
    }

    private void sweep(String hash) {
        if (!hash.equals(Announcement.nothing().hash())) {
            Keys keys = settings.keys();
            Script.SWEEP.number(
                    redis,
                    List.of(keys.requests(hash), keys.members(), keys.offers()),
                    hash,
                    keys.inboxes());
        }
    }

    /** Ends a participation, ours or that of an earlier session of ours. */
    void leave(String id) {
        Keys keys = settings.keys();
        Script.LEAVE.number(
                redis,
                List.of(keys.members(), keys.offers(), keys.version(), keys.news(), keys.inbox(id)),
                id,
                String.valueOf(settings.kept().toMillis()));
    }
}
