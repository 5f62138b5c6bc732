package dev.alkdev.operations.mcp;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A process with all it started. The descendants of a process cannot be found any more once it has
 * ended, so they are looked for while it lives. Processes that are still there when this process
 * exits are ended with it. Threads may share it.
 */
final class ProcessTree {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Set<ProcessTree> LIVE = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> LIVE.forEach(ProcessTree::kill), "operations-mcp-processes"));
    }

    private final Process process;
    private final Set<ProcessHandle> descendants = ConcurrentHashMap.newKeySet();

    ProcessTree(Process process) {
        this.process = process;
        LIVE.add(this);
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
        try {
            look();
            if (!await(PATIENCE)) {
                look();
                descendants.forEach(ProcessHandle::destroy);
                process.destroy();
                await(PATIENCE);
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        kill();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
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
        // The parent first, lest it starts others in the place of those that ended.
        process.destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
        LIVE.remove(this);
    }
}
