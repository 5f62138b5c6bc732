package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Registration;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.TimeSource;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Imports anew whenever the peer tells of a change, from when the link comes up until it goes down.
 * What fails meanwhile is tried again, less and less often.
 */
final class ImportFollower {
    private static final Logger LOG = LoggerFactory.getLogger(ImportFollower.class);
    private static final Duration FIRST_DELAY = Duration.ofMillis(100);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(30);

    private final Peer peer;
    private final PeerImport imports;
    private final TimeSource time;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean following;
    private long round;
    private Duration delay = FIRST_DELAY;
    private @Nullable Registration retry;

    ImportFollower(Peer peer, PeerImport imports, TimeSource time) {
        this.peer = peer;
        this.imports = imports;
        this.time = time;
    }

    /** The link is up. Starting twice does nothing. */
    void start() {
        lock.lock();
        try {
            if (!following) {
                following = true;
                delay = FIRST_DELAY;
                launch(++round);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The link is down, and the subscription with it: takes all out that was imported. */
    void stop() {
        lock.lock();
        try {
            following = false;
            round++;
            if (retry != null) {
                retry.close();
            }
        } finally {
            lock.unlock();
        }
        imports.clear();
    }

    Set<String> ids() {
        return imports.ids();
    }

    private void launch(long own) {
        Thread.ofVirtual().name("operations-import").start(() -> follow(own));
    }

    private void follow(long own) {
        String reason = "the peer no longer tells of changes";
        try (Subscription<JsonNode> changes =
                peer.subscribe(Services.CHANGES, JsonNodeFactory.instance.objectNode())) {
            imports.synchronize();
            // The first item tells that the peer listens: what changed before it is seen then.
            while (changes.hasNext()) {
                changes.next();
                imports.synchronize();
                succeeded(own);
            }
        } catch (CallException e) {
            reason = e.code() + ": " + e.getMessage();
        } catch (RuntimeException e) {
            LOG.warn("Importing from {} failed", peer.name(), e);
            reason = e.toString();
        }
        again(own, reason);
    }

    private void succeeded(long own) {
        lock.lock();
        try {
            if (own == round) {
                delay = FIRST_DELAY;
            }
        } finally {
            lock.unlock();
        }
    }

    private void again(long own, String reason) {
        lock.lock();
        try {
            if (own != round || !peer.isUp()) {
                return;
            }
            if (delay.equals(FIRST_DELAY)) {
                LOG.warn(
                        "The operations of {} are not followed for a while: {}",
                        peer.name(),
                        reason);
            }
            retry = time.schedule(delay, () -> launch(own));
            Duration doubled = delay.multipliedBy(2);
            delay = doubled.compareTo(LONGEST_DELAY) < 0 ? doubled : LONGEST_DELAY;
        } finally {
            lock.unlock();
        }
    }
}
