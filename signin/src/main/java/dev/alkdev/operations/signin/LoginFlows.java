package dev.alkdev.operations.signin;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.jwt.OidcRequest;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Sign-ins that were begun and not yet answered by their issuer: a bounded number, of each address
 * and of all, for a few minutes, each for one answer. Threads share it.
 */
final class LoginFlows {
    static final Duration PATIENCE = Duration.ofMinutes(10);
    static final int MOST = 1_000;
    static final int MOST_OF_ONE = 20;

    private final Mutex lock = new Mutex();
    private final Map<String, Flow> flows = new LinkedHashMap<>();
    private final Clock clock;

    LoginFlows(Clock clock) {
        this.clock = clock;
    }

    /**
     * A sign-in on its way.
     *
     * @param browser the hash of what the browser was given, in which it has to end
     */
    record Flow(
            SignInIssuer issuer,
            OidcRequest request,
            SecretHash browser,
            String address,
            Instant started) {}

    void add(Flow flow) {
        try (Registration held = lock.hold()) {
            flows.values().removeIf(this::isOver);
            if (flows.values().stream().filter(each -> isOf(flow, each)).count() >= MOST_OF_ONE) {
                removeFirst(flow);
            } else if (flows.size() >= MOST) {
                removeFirst(null);
            }
            flows.put(flow.request().state(), flow);
        }
    }

    private static boolean isOf(Flow flow, Flow other) {
        return other.address.equals(flow.address);
    }

    private void removeFirst(@Nullable Flow like) {
        Iterator<Flow> oldest = flows.values().iterator();
        while (oldest.hasNext()) {
            Flow each = oldest.next();
            if (like == null || isOf(like, each)) {
                oldest.remove();
                return;
            }
        }
    }

    private boolean isOver(Flow flow) {
        return !clock.instant().isBefore(flow.started.plus(PATIENCE));
    }

    /** The sign-in of a state, which is over with that; null if there is none. */
    @Nullable Flow take(String state) {
        try (Registration held = lock.hold()) {
            Flow flow = flows.remove(state);
            return flow == null || isOver(flow) ? null : flow;
        }
    }

    int size() {
        try (Registration held = lock.hold()) {
            return flows.size();
        }
    }
}
