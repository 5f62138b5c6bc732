package dev.alkdev.operations;

import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Platform threads for handlers that compute. The system takes a processor from them when others
 * need it, which the scheduler of virtual threads does not. Started with the first such call.
 *
 * <p>A call made in the course of a computing one, on another thread, gets a thread of the next
 * level. Otherwise callers that use all threads would block for calls that need one of them.
 */
final class ComputeThreads {
    private static final int SIZE = Runtime.getRuntime().availableProcessors();
    private static final long IDLE_SECONDS = 10;

    private static final int LEVELS = 4;

    /** Calls wait in the queues, each with a thread of its caller: callers bound their length. */
    private static final List<ThreadPoolExecutor> POOLS =
            Stream.generate(ComputeThreads::pool).limit(LEVELS).toList();

    private ComputeThreads() {}

    private static final class ComputeThread extends Thread {
        private ComputeThread(Runnable work) {
            super(null, work, "operations-compute", 0, false);
            setDaemon(true);
            setContextClassLoader(ComputeThreads.class.getClassLoader());
        }
    }

    private static ThreadPoolExecutor pool() {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(
                        SIZE,
                        SIZE,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        ComputeThread::new);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /**
     * Whether this thread is one of them. Nested calls stay on it: they would wait for a free
     * thread while their callers keep all of them.
     */
    static boolean isHere() {
        return Thread.currentThread() instanceof ComputeThread;
    }

    /**
     * Runs work on a thread of a pool, or on a new thread below the last level.
     *
     * @param level how many computing calls it is nested in
     */
    static void execute(Runnable work, int level) {
        if (level < LEVELS) {
            POOLS.get(level).execute(work);
        } else {
            start(work);
        }
    }

    /** Takes work out of the queue. */
    static void forget(Runnable work, int level) {
        if (level < LEVELS) {
            POOLS.get(level).remove(work);
        }
    }

    /** Starts a thread beside the pool, for a stream, which may last for ever. */
    static Thread start(Runnable work) {
        Thread thread = new ComputeThread(work);
        thread.start();
        return thread;
    }
}
