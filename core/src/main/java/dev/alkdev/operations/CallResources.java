package dev.alkdev.operations;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What belongs to one running call and must not outlive it. */
final class CallResources {
    private final Mutex lock = new Mutex();
    private final Set<Registration> open = new LinkedHashSet<>();
    private volatile boolean ended;

    /** Those of a call that is over and had none. */
    static CallResources ended() {
        CallResources none = new CallResources();
        none.ended = true;
        return none;
    }

    /** Closes it when the call ends, or now if it has. Closing the result closes and forgets it. */
    Registration closeAtEnd(Registration registration) {
        if (add(registration)) {
            return () -> {
                forget(registration);
                registration.close();
            };
        }
        registration.close();
        return registration;
    }

    /** Closes it when the call ends; false if it has. */
    boolean add(Registration registration) {
        try (Registration held = lock.hold()) {
            return !ended && open.add(registration);
        }
    }

    void forget(Registration registration) {
        try (Registration held = lock.hold()) {
            open.remove(registration);
        }
    }

    /** How much is open. */
    int size() {
        try (Registration held = lock.hold()) {
            return open.size();
        }
    }

    boolean hasEnded() {
        return ended;
    }

    /** Closes everything. All streams end at once, and are waited for together. */
    void end(Duration timeout) {
        List<Registration> all;
        try (Registration held = lock.hold()) {
            ended = true;
            all = List.copyOf(open);
            open.clear();
        }
        all.forEach(CallResources::beginClosing);
        long until = System.nanoTime() + timeout.toNanos();
        for (Registration one : all) {
            if (one instanceof StreamRun stream) {
                stream.awaitEnd(Duration.ofNanos(Math.max(0, until - System.nanoTime())));
            }
        }
    }

    /** What one of them throws must not keep the others open. */
    private static void beginClosing(Registration one) {
        try {
            if (one instanceof StreamRun stream) {
                stream.abandon();
            } else {
                one.close();
            }
        } catch (Throwable e) {
            RegistryLog.log().warn("What a call left open could not be closed", e);
        }
    }
}
