package dev.alkdev.operations;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Platform threads for handlers that compute. The system takes a processor from them when others
 * need it, which the scheduler of virtual threads does not. Started with the first such call.
 */
final class ComputeThreads {
    private static final int SIZE = Runtime.getRuntime().availableProcessors();
    private static final long IDLE_SECONDS = 10;

    /** Calls wait in the queue, each with a thread of its caller: callers bound its length. */
    private static final ThreadPoolExecutor POOL = pool();

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

    static void execute(Runnable work) {
        POOL.execute(work);
    }

    /** Takes work out of the queue. */
    static void forget(Runnable work) {
        POOL.remove(work);
    }

    /** Starts a thread beside the pool, for a stream, which may last for ever. */
    static Thread start(Runnable work) {
        Thread thread = new ComputeThread(work);
        thread.start();
        return thread;
    }
}
