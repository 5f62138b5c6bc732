package dev.alkdev.operations.cli;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The body of an answer, which breaks off when a hub says nothing for too long although it is
 * listened to: a connection that just dies looks like one on which nothing happens. For one thread.
 */
final class GuardedBody extends InputStream {
    /**
     * Silence is counted in looks instead of measured, so that a process that was stopped for an
     * hour does not take it for an hour of silence.
     */
    private static final int LOOKS = 10;

    private final InputStream body;
    private final Duration pause;
    private final Thread watcher;
    private final AtomicInteger inVain = new AtomicInteger();
    private volatile boolean listening;
    private volatile boolean silent;

    private GuardedBody(InputStream body, Duration longestSilence) {
        this.body = body;
        this.pause = longestSilence.dividedBy(LOOKS);
        this.watcher = Thread.ofVirtual().name("operations-silence-guard").unstarted(this::watch);
    }

    static GuardedBody of(InputStream body, Duration longestSilence) {
        GuardedBody guarded = new GuardedBody(body, longestSilence);
        guarded.watcher.start();
        return guarded;
    }

    private void watch() {
        try {
            while (inVain.get() < LOOKS) {
                Thread.sleep(pause);
                // Between two reads it is the reader who is slow, not the hub.
                if (listening) {
                    inVain.incrementAndGet();
                }
            }
            silent = true;
            body.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // It is closed as far as we are concerned; the hub finds out by itself.
            return;
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        inVain.set(0);
        listening = true;
        try {
            return body.read(bytes, offset, length);
        } catch (IOException e) {
            throw silent ? new IOException("the hub fell silent", e) : e;
        } finally {
            listening = false;
        }
    }

    @Override
    public void close() throws IOException {
        watcher.interrupt();
        body.close();
    }
}
