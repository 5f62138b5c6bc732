package dev.alkdev.operations.hub;

import dev.alkdev.operations.audit.AuditLog;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What becomes of requests with a missing or wrong token: counted, written to log and audit once
 * and then as a number every few seconds, and slowed down where an address sends many. Right tokens
 * are never slowed, since many callers may share an address. Threads share it.
 */
final class SignIns {
    static final String MISSING = "missing token";
    static final String WRONG = "unknown token";

    private static final Logger LOG = LoggerFactory.getLogger(SignIns.class);
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

    private final AuditLog audit;
    private final Counter missing;
    private final Counter wrong;

    SignIns(AuditLog audit, MeterRegistry meters) {
        this.audit = audit;
        this.missing = counter(meters, MISSING);
        this.wrong = counter(meters, WRONG);
    }

    private static Counter counter(MeterRegistry meters, String reason) {
        return Counter.builder("operations.signins.refused")
                .description("Requests and links with a missing or unknown token")
                .tag("reason", reason)
                .register(meters);
    }

    private static final class Failures {
        private long told;
        private long untold;
        private int recent;
    }

    /**
     * Notes that somebody was not let in for the token they showed.
     *
     * @return how long the answer should wait
     */
    Duration refused(String address, TokenBearer.Stranger stranger) {
        return refused(address, stranger.signed() ? stranger.reason() : WRONG);
    }

    /**
     * Notes that somebody was not let in.
     *
     * @param reason one of a few texts
     * @return how long the answer should wait
     */
    Duration refused(String address, String reason) {
        boolean shown = !reason.equals(MISSING);
        (shown ? wrong : missing).increment();
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
            audit.refused(address, reason, count);
        }
        return Duration.ofMillis(wait);
    }
}
