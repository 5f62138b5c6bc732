package dev.alkdev.operations.jwt;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;

import dev.alkdev.operations.base.Backoff;
import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The keys of an issuer: fetched when they are first needed and again, in the background, when they
 * are old; at once for a token whose key is unknown, but seldom, since anybody can write such a
 * token. While the issuer is down the last ones hold for a day. Only those who need a key that is
 * not known ever wait. Threads may share it.
 */
final class IssuerKeys implements JWKSource<SecurityContext> {
    private static final Logger LOG = LoggerFactory.getLogger(IssuerKeys.class);
    private static final LogCounter FAILED = new LogCounter();

    /** How old they become before they are fetched again. */
    static final Duration FRESH = Duration.ofMinutes(5);

    /** How long they hold without news of the issuer. */
    static final Duration KEPT = Duration.ofDays(1);

    /** The least time between two fetches. */
    static final Duration INTERVAL = Duration.ofSeconds(10);

    private static final Backoff BACKOFF =
            new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30));

    private final Mutex fetching = new Mutex();
    private final AtomicBoolean refreshing = new AtomicBoolean();
    private final KeyFetch fetch;
    private final TimeSource time;
    private volatile @Nullable Known known;
    private volatile Attempt last = new Attempt(0, 0, 0);

    private record Known(JWKSet keys, long at, long version) {}

    /** The last fetch, and how long after it there is no other. */
    private record Attempt(long at, long pause, int failures) {}

    IssuerKeys(KeyFetch fetch) {
        this.fetch = fetch;
        this.time = fetch.time();
    }

    /** Another number whenever the keys have changed; -1 if there are none. */
    long version() {
        Known now = current();
        if (now == null) {
            return -1;
        }
        refreshIfOld(now);
        return now.version;
    }

    @Override
    public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context)
            throws KeySourceException {
        Known before = current();
        if (before != null) {
            refreshIfOld(before);
            List<JWK> found = selector.select(before.keys);
            if (!found.isEmpty()) {
                return found;
            }
        }
        Known now = fetched(before);
        if (now == null) {
            throw new KeySourceException("the keys of the issuer are not known");
        }
        return selector.select(now.keys);
    }

    /** Fetches them in the background. */
    void prepare() {
        if (refreshing.compareAndSet(false, true)) {
            Thread.ofVirtual()
                    .name("operations-keys")
                    .start(
                            () -> {
                                try {
                                    fetched(current());
                                } finally {
                                    refreshing.set(false);
                                }
                            });
        }
    }

    private void refreshIfOld(Known now) {
        if (isPast(now.at, FRESH.toMillis()) && isDue()) {
            prepare();
        }
    }

    private @Nullable Known current() {
        Known now = known;
        return now == null || isPast(now.at, KEPT.toMillis()) ? null : now;
    }

    private boolean isDue() {
        Attempt before = last;
        return isPast(before.at, before.pause);
    }

    /** Also if the clock was set back. */
    private boolean isPast(long start, long millis) {
        long age = time.millis() - start;
        return age >= millis || age < 0;
    }

    private @Nullable Known fetched(@Nullable Known before) {
        try (Registration held = fetching.hold()) {
            Known now = current();
            if (now == before && isDue()) {
                fetch(now);
                now = current();
            }
            return now;
        }
    }

    private void fetch(@Nullable Known before) {
        String issuer = fetch.options().issuer();
        int failures = last.failures;
        try {
            JWKSet keys = fetch.keys();
            Known old = known;
            boolean same = old != null && old.keys.equals(keys);
            known = new Known(keys, time.millis(), old == null ? 0 : old.version + (same ? 0 : 1));
            last = new Attempt(time.millis(), INTERVAL.toMillis(), 0);
            if (failures > 0) {
                LOG.info("The keys of {} are available again", issuer);
            }
        } catch (IOException e) {
            last = new Attempt(time.millis(), BACKOFF.after(failures + 1).toMillis(), failures + 1);
            if (FAILED.due(issuer) > 0) {
                LOG.warn(
                        "The keys of {} could not be fetched: {}. {}; retried with back-off",
                        issuer,
                        e.getMessage(),
                        before == null
                                ? "Its tokens cannot be verified"
                                : "Those that are known stay in use");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
