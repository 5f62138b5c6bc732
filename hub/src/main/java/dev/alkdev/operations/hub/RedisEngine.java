package dev.alkdev.operations.hub;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.SourceStatus;
import dev.alkdev.operations.SourceStatus.State;
import dev.alkdev.operations.http.SourceEntry;
import dev.alkdev.operations.protocol.HandlerOptions;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.redis.RedisLink;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Joins a hub with all others that use the same Redis: each offers its operations to the others and
 * calls theirs. Threads may share it.
 */
final class RedisEngine {
    private static final Logger LOG = LoggerFactory.getLogger(RedisEngine.class);
    private static final RetryPause PAUSE =
            new RetryPause(Duration.ofMillis(500), Duration.ofSeconds(30));

    /** The others learn of a change at once, but not before it is told. */
    private static final Duration MOMENT = Duration.ofMillis(250);

    private final RetiringLink link;
    private final Peer others;
    private final RetryPause pause;
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile @Nullable String notImported;

    private RedisEngine(RetiringLink link, Peer others, RetryPause pause) {
        this.link = link;
        this.others = others;
        this.pause = pause;
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
        return join(link, Peer.over(link, registry, options), PAUSE);
    }

    /** Joins over a link; what the others have may follow later. */
    static RedisEngine join(RetiringLink link, Peer others, RetryPause pause) {
        RedisEngine engine = new RedisEngine(link, others, pause);
        try {
            if (!engine.importNow()) {
                Thread.ofVirtual().name("operations-engine-import").start(engine::importLater);
            }
        } catch (RuntimeException e) {
            others.close();
            throw e;
        }
        return engine;
    }

    private boolean importNow() {
        try {
            others.importOperations();
            notImported = null;
            return true;
        } catch (CallException e) {
            notImported = e.code() + ": " + e.getMessage();
            LOG.warn("The operations of {} cannot be listed: {}", link.name(), notImported);
            return false;
        }
    }

    private void importLater() {
        try {
            int failures = 0;
            while (!closing.await(pause.millis(failures), TimeUnit.MILLISECONDS) && !importNow()) {
                failures++;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    SourceEntry entry() {
        int operations = others.importedIds().size();
        String problem = link.isUp() ? notImported : link.name() + " cannot be reached";
        State state = problem == null ? State.READY : State.FAILED;
        return new SourceEntry("engine", "redis", new SourceStatus(state, operations, problem));
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
        closing.countDown();
        LastAnswers.await(others.handler()::activeCount, deadline);
        others.close();
    }
}
