package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.SourceStatus;
import dev.alkdev.operations.SourceStatus.State;
import dev.alkdev.operations.http.SourceEntry;
import dev.alkdev.operations.protocol.HandlerOptions;
import dev.alkdev.operations.protocol.ImportRules;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.redis.RedisLink;

import java.time.Duration;

/**
 * Joins a hub with all others that use the same Redis: each offers its operations to the others and
 * calls theirs. Threads may share it.
 */
final class RedisEngine {
    /** As what it is listed among the sources. */
    static final String NAME = "engine";

    /** The others learn of a change at once, but not before it is told. */
    private static final Duration MOMENT = Duration.ofMillis(250);

    private final RetiringLink link;
    private final Peer others;

    private RedisEngine(RetiringLink link, Peer others) {
        this.link = link;
        this.others = others;
    }

    /** Joins; if Redis cannot be reached, it goes on trying. */
    static RedisEngine join(
            EngineConfig.Redis config, OperationRegistry registry, HandlerOptions options) {
        RedisLink.Builder builder =
                RedisLink.to(config.url().toString())
                        .prefix(config.prefix())
                        .expiry(config.expiry());
        if (config.trustIdentities()) {
            builder.trustingIdentities();
        }
        RetiringLink link = new RetiringLink(builder.build());
        return join(link, Peer.over(link, registry, options));
    }

    /** Joins over a link; what the others have may follow later. */
    static RedisEngine join(RetiringLink link, Peer others) {
        others.keepImporting(ImportRules.none());
        return new RedisEngine(link, others);
    }

    SourceEntry entry() {
        int operations = others.importedIds().size();
        String problem =
                link.isUp()
                        ? others.importProblem().orElse(null)
                        : link.name() + " cannot be reached";
        State state = problem == null ? State.READY : State.FAILED;
        return new SourceEntry(NAME, "redis", new SourceStatus(state, operations, problem));
    }

    boolean brings(String operationId) {
        return others.brings(operationId);
    }

    /** Leaves new calls to the others, and returns when they have learnt of it. */
    void retire() {
        if (!link.isUp()) {
            return;
        }
        link.retire();
        try {
            Thread.sleep(MOMENT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Leaves after the answers are sent: a call is over a little before its caller knows. */
    void close(Deadline deadline) {
        LastAnswers.await(others.handler()::activeCount, deadline);
        others.close();
    }
}
