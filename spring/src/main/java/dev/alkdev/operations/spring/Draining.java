package dev.alkdev.operations.spring;

import dev.alkdev.operations.DrainGate;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;

import java.time.Duration;
import java.util.List;

/**
 * Stops operations before the server begins its graceful shutdown: new calls are refused, streams
 * are ended, running calls are awaited, links and listening streams are closed.
 */
final class Draining implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(Draining.class);

    private final DrainGate gate;
    private final List<OperationsMount> mounts;
    private final Duration timeout;
    private volatile boolean running;

    Draining(DrainGate gate, List<OperationsMount> mounts, Duration timeout) {
        this.gate = gate;
        this.mounts = mounts;
        this.timeout = timeout;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        int left = gate.drain(timeout);
        if (left > 0) {
            LOG.warn("{} calls did not end within {} and were ended", left, timeout);
        }
        mounts.forEach(mount -> mount.drain().run());
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE + 512;
    }
}
