package dev.alkdev.operations.redis;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the roster up to date, on a thread of its own: large offerings must not delay heartbeats.
 */
final class Refresher {
    /** Limits how often the roster is read while participants join and leave. */
    private static final int PAUSE_MILLIS = 10;

    private final Session session;
    private final long beatMillis;
    private final Semaphore changes = new Semaphore(0);

    Refresher(Session session, RedisOptions settings) {
        this.session = session;
        this.beatMillis = settings.beat().toMillis();
    }

    /** Refreshes the roster soon. */
    void refreshSoon() {
        changes.release();
    }

    /** Refreshes until the session ends. */
    void run() throws InterruptedException {
        while (!session.hasEnded()) {
            if (changes.tryAcquire(beatMillis, TimeUnit.MILLISECONDS)) {
                changes.drainPermits();
                session.roster().refresh();
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
            session.roster().forget();
        }
    }
}
