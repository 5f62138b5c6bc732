package dev.alkdev.operations.signin;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts, logs and throttles failed authentication: a missing or wrong token is reported once and
 * then as a number every few seconds, and slowed down where an address sends many. Right tokens are
 * never slowed, since many callers may share an address. Threads share it.
 */
public final class RefusedSignIns {
    public static final String MISSING = "missing token";
    public static final String WRONG = "unknown token";

    private static final Logger LOG = LoggerFactory.getLogger(RefusedSignIns.class);
    private static final int MOST_ADDRESSES = 1_000;
    private static final int FREE = 10;
    private static final long QUIET = Duration.ofSeconds(10).toNanos();
    private static final long STEP_MILLIS = 50;
    private static final long MOST_MILLIS = 1_000;

    private final Mutex lock = new Mutex();

    /** The addresses that failed last; those that failed longest ago are forgotten. */
    private final Map<String, Failures> addresses =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
                    return size() > MOST_ADDRESSES;
                }
            };

    private final Runnable missing;
    private final Runnable wrong;
    private final Report report;

    /** Receives refused sign-ins, such as for an audit. */
    public interface Report {
        /**
         * A sign-in was refused.
         *
         * @param count how often since the last report about this address
         */
        void refused(String address, String reason, long count);
    }

    /**
     * Has seen nobody yet.
     *
     * @param missing run for each request without a token
     * @param wrong run for each request with a wrong one
     */
    public RefusedSignIns(Runnable missing, Runnable wrong, Report report) {
        this.missing = missing;
        this.wrong = wrong;
        this.report = report;
    }

    private static final class Failures {
        private long told;
        private long untold;
        private int recent;
    }

    /**
     * Records a refused sign-in.
     *
     * @param reason {@link #MISSING}, {@link #WRONG} or another of a few texts
     * @return how long the answer should wait
     */
    public Duration refused(String address, String reason) {
        boolean shown = !reason.equals(MISSING);
        (shown ? wrong : missing).run();
        long now = System.nanoTime();
        long count = 0;
        long wait;
        try (Registration held = lock.hold()) {
            Failures known = addresses.get(address);
            boolean due = known == null || now - known.told > QUIET;
            Failures failures = known == null ? new Failures() : known;
            addresses.putIfAbsent(address, failures);
            failures.untold++;
            if (due) {
                count = failures.untold;
                failures.untold = 0;
                failures.told = now;
                failures.recent = 0;
            }
            failures.recent += shown ? 1 : 0;
            wait = Math.clamp((failures.recent - FREE) * STEP_MILLIS, 0, MOST_MILLIS);
        }
        if (count > 0 && shown) {
            LOG.warn(
                    "Authentication of {} failed: {} ({} since the last such line)",
                    address,
                    reason,
                    count);
        }
        if (count > 0) {
            report.refused(address, reason, count);
        }
        return Duration.ofMillis(wait);
    }
}
