package dev.alkdev.operations.redis;

import dev.alkdev.operations.base.Backoff;
import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.protocol.LinkListener;

import io.lettuce.core.RedisException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The sessions of a link, one after another, until it is closed. */
final class SessionLoop {
    private static final Logger LOG = LoggerFactory.getLogger(SessionLoop.class);
    private static final Backoff BACKOFF =
            new Backoff(Duration.ofMillis(50), Duration.ofSeconds(2));

    /** A session that ends before is a failure to connect. */
    private static final Duration LASTING = Duration.ofSeconds(10);

    private final RedisLink link;
    private final RedisOptions settings;
    private final LogCounter losses = new LogCounter();
    private final CountDownLatch tried = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile @Nullable Session session;

    SessionLoop(RedisLink link, RedisOptions settings) {
        this.link = link;
        this.settings = settings;
    }

    /** The session that is up; null while Redis cannot be used. */
    @Nullable Session session() {
        return session;
    }

    /** Waits for the first attempt to connect, whether it succeeds or not. */
    void awaitAttempt() throws InterruptedException {
        tried.await();
    }

    /** Ends the present session, and starts no other. */
    void end() {
        closing.countDown();
        Session now = session;
        if (now != null) {
            now.end("the link was closed");
        }
    }

    /** Runs sessions until the link is closed, whatever fails. */
    void run(LinkListener listener) {
        try (Registration changes = listener.offering().onChange(link::offeringChanged)) {
            int failures = 0;
            while (!isClosing()) {
                try (RedisAccess redis = new RedisAccess(settings)) {
                    runSessions(redis, listener);
                } catch (RuntimeException | Error e) {
                    warn("cannot use Redis", String.valueOf(e.getMessage()));
                    LOG.debug("{} failed", link.name(), e);
                }
                tried.countDown();
                pause(BACKOFF.after(++failures));
            }
        } finally {
            tried.countDown();
        }
    }

    private void runSessions(RedisAccess redis, LinkListener listener) {
        String earlier = null;
        int brief = 0;
        while (!isClosing()) {
            Session fresh = connect(redis, listener, earlier);
            if (fresh != null) {
                long start = System.nanoTime();
                takePart(fresh, listener);
                earlier = fresh.id();
                boolean lasted = System.nanoTime() - start > LASTING.toNanos();
                brief = lasted ? 0 : brief + 1;
            }
            if (brief > 1) {
                // Redis lets us join but not work; joining again at once would flood it.
                pause(BACKOFF.after(brief));
            }
        }
    }

    private void takePart(Session fresh, LinkListener listener) {
        String reason = "the link failed";
        try {
            session = fresh;
            if (isClosing()) {
                fresh.end("the link was closed");
            }
            fresh.offeringChanged();
            listener.up();
            fresh.start();
            tried.countDown();
            reason = fresh.awaitEnd();
            session = null;
            if (isClosing()) {
                fresh.leave();
            } else {
                warn("is down", reason);
            }
        } catch (RedisException e) {
            LOG.debug("Could not announce leaving {}", link.name(), e);
        } finally {
            session = null;
            fresh.close(reason);
            listener.down(reason);
        }
    }

    /** Logs a failure, unless it has just been logged: then only how often it happens. */
    private void warn(String event, String reason) {
        long times = losses.due(event + reason);
        if (times > 0) {
            String often = times == 1 ? "" : " (" + times + " times so far)";
            LOG.warn("The link {} {}{}: {}", link.name(), event, often, reason);
        }
    }

    /** Retries with back-off until it succeeds; null if the link is closed first. */
    private @Nullable Session connect(
            RedisAccess redis, LinkListener listener, @Nullable String earlier) {
        int failures = 0;
        while (!isClosing()) {
            Session fresh = null;
            try {
                fresh = new Session(link, redis, settings, listener);
                fresh.join(earlier);
                return fresh;
            } catch (RedisException e) {
                if (failures++ == 0) {
                    warn("cannot connect to Redis yet", RedisAccess.reason(e));
                }
                close(fresh);
            } catch (RuntimeException | Error e) {
                close(fresh);
                throw e;
            }
            tried.countDown();
            pause(BACKOFF.after(failures));
        }
        return null;
    }

    private static void close(@Nullable Session session) {
        if (session != null) {
            session.close("it could not be joined");
        }
    }

    private void pause(Duration delay) {
        try {
            if (closing.await(delay.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.debug("{} was closed before it was up", link.name());
            }
        } catch (InterruptedException e) {
            closing.countDown();
        }
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }
}
