package dev.alkdev.operations.testkit;

/**
 * Heap and threads that an idle resource takes.
 *
 * @param bytes of heap after a collection, for each
 * @param threads for each, virtual ones included
 */
public record IdleCost(long bytes, double threads) {

    /**
     * Measures. One should have been opened before, so that what all share is there.
     *
     * @param opening opens so many of them, and returns when nothing happens any longer
     */
    public static IdleCost of(int count, Runnable opening) {
        int threads = LiveThreads.find().size();
        long heap = heap();
        opening.run();
        long bytes = heap() - heap;
        int more = LiveThreads.find().size() - threads;
        return new IdleCost(bytes / count, more / (double) count);
    }

    private static long heap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
