package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.List;
import java.util.Map;
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
     * Status.State#FAILED}; the source may recover from it by itself.
     *
     * @throws IllegalStateException if it was started or closed before
     */
    void start(Publisher publisher);

    /** As {@link #start(Publisher)}, into a registry. */
    default void start(OperationRegistry registry) {
        start(Publisher.into(registry));
    }

    /**
     * Reads again what it brings, or tries again after a failure; {@link #status()} has the
     * outcome. A source that reconnects by itself has nothing to do and returns true.
     *
     * @return false if it cannot: whoever runs it closes it then and makes another one
     */
    default boolean refresh() {
        return false;
    }

    /** The current state. */
    Status status();

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

    /**
     * The state of a source.
     *
     * @param state whether it works
     * @param operations how many of its operations are in the registry
     * @param lastError what is wrong, for people to read; null if nothing is, also after a
     *     recovery. A source that is ready may say here what it could not bring in
     * @param leftOut what the registry lacks of it, or has in part, by its name there, and why
     */
    record Status(
            State state, int operations, @Nullable String lastError, Map<String, String> leftOut) {

        /** The states of a source. */
        public enum State {
            /** Not started yet. */
            NEW,
            /** Its operations are in the registry and up to date. */
            READY,
            /** It cannot do its work: what it published may be out of date or missing. */
            FAILED,
            /** Closed for good. */
            CLOSED
        }

        public Status {
            if (state == State.FAILED && lastError == null) {
                throw new IllegalArgumentException("a source that failed needs a reason");
            }
            leftOut = Map.copyOf(leftOut);
        }

        /** The state of a source that leaves nothing out. */
        public Status(State state, int operations, @Nullable String lastError) {
            this(state, operations, lastError, Map.of());
        }
    }

    /**
     * Where a source puts its operations: a registry, or rules in front of one. Threads may share
     * it.
     */
    interface Publisher {
        /**
         * Makes these the operations of the source: adds, replaces and removes what differs.
         *
         * @param specs operations without a handler: they are listed, and calling one fails with
         *     {@link ErrorCode#OPERATION_NOT_FOUND} until somebody {@linkplain
         *     OperationRegistry#registerHandler gave it one}
         * @throws IllegalArgumentException if an id is taken by somebody else or given twice;
         *     nothing is changed then
         */
        void update(Collection<OperationBinding> bindings, Collection<OperationSpec> specs);

        /**
         * One for the operations of a source in a registry. An operation whose binding is equal to
         * the published one is left alone, as is one that somebody else replaced or removed; one
         * that {@linkplain OperationRegistry#registerProvisionally gives way} is displaced.
         */
        static Publisher into(OperationRegistry registry) {
            return new PublishedOperations(registry);
        }

        /** As {@link #update(Collection, Collection)}, if all of them have a handler. */
        default void update(Collection<OperationBinding> bindings) {
            update(bindings, List.of());
        }

        /** How many operations of the source are published. */
        int size();

        /** Takes all of them out. */
        default void withdraw() {
            update(List.of());
        }
    }
}
