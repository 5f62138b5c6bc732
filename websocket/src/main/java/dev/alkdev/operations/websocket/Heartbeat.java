package dev.alkdev.operations.websocket;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;

/** Pings a peer at intervals and reports when it no longer answers. */
final class Heartbeat {
    private final KeepAliveOptions keepAlive;
    private final Runnable ping;
    private final Consumer<String> lost;
    private final Mutex lock = new Mutex();
    private volatile long heard = System.nanoTime();
    private @Nullable Registration next;
    private boolean stopped;

    Heartbeat(KeepAliveOptions keepAlive, Runnable ping, Consumer<String> lost) {
        this.keepAlive = keepAlive;
        this.ping = ping;
        this.lost = lost;
    }

    /** Something was received from the peer. */
    void heard() {
        heard = System.nanoTime();
    }

    void start() {
        try (Registration held = lock.hold()) {
            if (!stopped) {
                next = TimeSource.system().schedule(keepAlive.interval(), this::beat);
            }
        }
    }

    private void beat() {
        long silence = System.nanoTime() - heard;
        if (silence >= keepAlive.timeout().toNanos()) {
            String reason = "no message from the peer for " + silence / 1_000_000 + " ms";
            // What follows may take longer than the timer may be held up.
            Thread.startVirtualThread(() -> lost.accept(reason));
        } else {
            ping.run();
            start();
        }
    }

    void stop() {
        try (Registration held = lock.hold()) {
            stopped = true;
            if (next != null) {
                next.close();
            }
        }
    }
}
