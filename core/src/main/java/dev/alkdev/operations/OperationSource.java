package dev.alkdev.operations;

import java.util.List;
import java.util.Optional;

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
     * Publishes its operations, and from then on every change of them. Returns when the first
     * attempt is over. A failure to reach what it reads from is no exception but {@link
     * SourceStatus.State#FAILED}; the source may recover from it by itself.
     *
     * @throws IllegalStateException if it was started or closed before
     */
    void start(OperationPublisher publisher);

    /** As {@link #start(OperationPublisher)}, into a registry. */
    default void start(OperationRegistry registry) {
        start(OperationPublisher.into(registry));
    }

    /**
     * Reads again what it brings, or tries again after a failure; {@link #status()} tells what came
     * of it. A source that reconnects by itself has nothing to do and returns true.
     *
     * @return false if it cannot: whoever runs it closes it then and makes another one
     */
    default boolean refresh() {
        return false;
    }

    /** The current state. */
    SourceStatus status();

    /**
     * What it reads, as listings name it: {@code openapi}, {@code code}. Empty if it is what the
     * configuration calls it.
     */
    default Optional<String> kind() {
        return Optional.empty();
    }

    /** The last lines that the program behind it wrote for people; empty if there is none. */
    default List<String> errorOutput() {
        return List.of();
    }

    /** Takes its operations out of the registry and frees everything. Twice does nothing. */
    @Override
    void close();
}
