package dev.alkdev.operations.benchmarks;

/** Something that can be called over and over, by many threads at once. */
interface LoadSubject extends AutoCloseable {
    String name();

    /** One call and its answer; blocks. */
    void call() throws Exception;

    @Override
    void close();
}
