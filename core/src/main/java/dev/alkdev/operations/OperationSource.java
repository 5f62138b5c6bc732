package dev.alkdev.operations;

/**
 * Brings operations into a registry and keeps them up to date: code, an API description, a tool
 * server, a peer. Threads may share it.
 *
 * <p>A source that cannot do its work reports it in its {@link #status()}; it never just looks
 * empty.
 */
public interface OperationSource extends AutoCloseable {
    /** The name of the source, for people; often the namespace of its operations. */
    String name();

    /**
     * Publishes the operations into the registry, and from then on every change of them. Returns
     * when the first attempt is over. A failure to reach what it reads from is no exception but
     * {@link SourceStatus.State#FAILED}; the source may recover from it by itself.
     *
     * @throws IllegalStateException if it was started or closed before
     */
    void start(OperationRegistry registry);

    /** The current state. */
    SourceStatus status();

    /** Takes its operations out of the registry and frees everything. Twice does nothing. */
    @Override
    void close();
}
