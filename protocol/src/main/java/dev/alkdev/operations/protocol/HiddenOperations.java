package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationSpec;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Logs once which operations the other end of an outgoing link is not offered because it lacks
 * scopes. Without it, nobody would know why they do not appear.
 */
final class HiddenOperations {
    private static final Logger LOG = LoggerFactory.getLogger(Peer.class);
    private static final int NAMED = 10;

    private final OfferedOperations offered;
    private final Link link;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<String> told = new HashSet<>();

    HiddenOperations(OfferedOperations offered, Link link) {
        this.offered = offered;
        this.link = link;
    }

    void tell(Caller caller) {
        if (!link.isOutgoing() || caller instanceof Caller.Trusted || !lock.tryLock()) {
            return;
        }
        try {
            List<String> hidden =
                    offered.operations().stream()
                            .filter(spec -> !spec.accessControl().permits(caller))
                            .map(OperationSpec::id)
                            .filter(told::add)
                            .toList();
            if (!hidden.isEmpty()) {
                LOG.warn(
                        "{} operations are not offered to {}, which lacks their scopes here: {}. A"
                            + " spoke that trusts its hub configures its link with trustingHub()",
                        hidden.size(),
                        link.name(),
                        String.join(", ", hidden.subList(0, Math.min(NAMED, hidden.size()))));
            }
        } finally {
            lock.unlock();
        }
    }
}
