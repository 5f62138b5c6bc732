package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationSource;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A source as a hub runs it. Threads may share it. */
public interface HubSource extends AutoCloseable {
    /** Begins to publish its operations; a failure is in its status. Called once. */
    void start();

    /** Reads its operations again, or retries if it failed; status has the outcome. */
    void refresh();

    OperationSource.Status status();

    /** What it reads, if it knows better than its config. */
    default Optional<String> kind() {
        return Optional.empty();
    }

    /** The last lines that the program behind it wrote for people; empty if there is none. */
    default List<String> errorOutput() {
        return List.of();
    }

    /** The link to another process that it keeps, as the console shows it; empty if it has none. */
    default Optional<Linked> link() {
        return Optional.empty();
    }

    /**
     * A link to another process.
     *
     * @param kind such as websocket
     * @param up whether the other one is connected now
     * @param operations the ids of what it offers here, connected or not
     */
    record Linked(String kind, boolean up, Set<String> operations) {
        public Linked {
            operations = Set.copyOf(operations);
        }
    }

    /**
     * Makes it take the place of another that is served until this one can be: from then on the
     * other's operations are its own. Called before it is started; false if it cannot, and the
     * other has to be withdrawn first. The other is of the same kind.
     */
    default boolean follow(HubSource other) {
        return false;
    }

    /** The origin of its operations, which observers of calls see. */
    SourceOrigin origin();

    /** The hub has other tokens: ends links and streams that need a removed one. */
    default void tokensChanged() {}

    /** Removes its operations; running calls finish. */
    void withdraw();

    /** Takes its operations out and frees everything. Twice does nothing. */
    @Override
    void close();
}
