package dev.alkdev.operations.mcp;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A process with all it started. The descendants of a process cannot be found any more once it has
 * ended, so they are looked for while it lives; those that detached themselves are found by a mark
 * in their environment where the system shows it. Processes that are still there when this process
 * exits are ended with it. Threads may share it.
 */
final class ProcessTree {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Set<ProcessTree> LIVE = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(ProcessTree::endAll, "operations-mcp-processes"));
    }

    private final Process process;
    private final ProcessMark mark;
    private final Set<ProcessHandle> descendants = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean ending = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);

    /**
     * A process that was started.
     *
     * @param mark what its environment and that of its descendants has
     */
    ProcessTree(Process process, ProcessMark mark) {
        this.process = process;
        this.mark = mark;
        LIVE.add(this);
    }

    /** The program exits: processes get SIGTERM, and a little time, before they are killed. */
    private static void endAll() {
        List<Thread> threads =
                LIVE.stream()
                        .map(tree -> Thread.ofPlatform().daemon().start(tree::endNow))
                        .toList();
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void endNow() {
        try {
            if (ending.getAndSet(true)) {
                // Another thread ends it already, and may still wait for it to end by itself.
                ended.await(2 * PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            } else {
                terminate();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            kill();
        }
    }

    Process process() {
        return process;
    }

    /** Looks for what the process has started. */
    void look() {
        process.descendants().forEach(descendants::add);
        descendants.removeIf(one -> !one.isAlive());
    }

    /** Whether anything of it lives. */
    boolean isAlive() {
        return process.isAlive() || descendants.stream().anyMatch(ProcessHandle::isAlive);
    }

    /**
     * Ends it: first by itself, its input being closed, then by a request, then by force. Returns
     * when it is over.
     */
    void end() {
        boolean interrupted = Thread.interrupted();
        ending.set(true);
        try {
            look();
            if (!await(PATIENCE)) {
                terminate();
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        kill();
        ended.countDown();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void terminate() throws InterruptedException {
        look();
        mark.processes().forEach(descendants::add);
        descendants.forEach(ProcessHandle::destroy);
        process.destroy();
        await(PATIENCE);
    }

    private boolean await(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        if (!process.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            return false;
        }
        while (isAlive() && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        return !isAlive();
    }

    /** Ends all of it at once. */
    void kill() {
        look();
        mark.processes().forEach(descendants::add);
        // The parent first, lest it starts others in the place of those that ended.
        process.destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
        LIVE.remove(this);
    }
}
