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
final class RedisEngine implements AutoCloseable {
    /** As what it is listed among the sources. */
    static final String NAME = "engine";

    /** The others learn of a change at once, but not before it is told. */
    private static final Duration MOMENT = Duration.ofMillis(250);

    private static final Duration LAST_ANSWERS = Duration.ofSeconds(2);

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
        Peer others = Peer.over(link, registry, options);
        others.keepImporting(ImportRules.none());
        return new RedisEngine(link, others);
    }

    SourceEntry entry() {
        int operations = others.importedIds().size();
        SourceStatus status =
                link.isUp()
                        ? new SourceStatus(State.READY, operations, null)
                        : new SourceStatus(
                                State.FAILED, operations, link.name() + " cannot be reached");
        return new SourceEntry(NAME, "redis", status);
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
    @Override
    public void close() {
        long end = System.nanoTime() + LAST_ANSWERS.toNanos();
        try {
            while (others.handler().activeCount() > 0 && System.nanoTime() < end) {
                Thread.sleep(5);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        others.close();
    }
}
