package dev.alkdev.operations.jetty;

import dev.alkdev.operations.jetty.JettyClientWatch.ProbedEndPoint;

import org.eclipse.jetty.io.EndPoint;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds connections that take too few bytes while some wait for them. What the operating system has
 * room for does not wait; so only those are measured who are far behind. For one thread.
 */
final class SlowReaders {
    private final Duration timeout;
    private final long leastBytes;
    private Map<EndPoint, Behind> seen = new HashMap<>();

    SlowReaders(Duration timeout, long bytesPerSecond) {
        this.timeout = timeout;
        this.leastBytes = bytesPerSecond * timeout.toMillis() / 1_000;
    }

    /** Since when bytes wait for a client, and how many it had been sent by then. */
    private record Behind(long sent, long since) {}

    List<EndPoint> slow(Collection<EndPoint> connected, long now) {
        Map<EndPoint, Behind> behind = new HashMap<>();
        List<EndPoint> slow = new ArrayList<>();
        for (EndPoint endPoint : connected) {
            if (!(endPoint instanceof ProbedEndPoint probed) || !probed.isWriting()) {
                continue;
            }
            Behind fresh = new Behind(probed.sent(), now);
            Behind known = seen.getOrDefault(endPoint, fresh);
            boolean due = now - known.since() >= timeout.toNanos();
            behind.put(endPoint, due ? fresh : known);
            if (due && fresh.sent() - known.sent() < leastBytes) {
                slow.add(endPoint);
            }
        }
        seen = behind;
        return slow;
    }
}
