package dev.alkdev.operations.hub;

import dev.alkdev.operations.http.SourceEntry;

import java.util.List;
import java.util.Objects;
import java.util.Set;

/** A running engine: joins a hub with the others of its group. Threads may share it. */
public interface HubEngine extends AutoCloseable {
    /** Its state, as it is listed among the sources. */
    SourceEntry entry();

    /**
     * A process that a hub is joined with, and what it offers to the hub.
     *
     * @param name for people
     * @param operations the ids of what it offers
     */
    record Member(String name, Set<String> operations) {
        public Member {
            Objects.requireNonNull(name, "name");
            operations = Set.copyOf(operations);
        }
    }

    /** The others of its group that are there now. */
    default List<Member> peers() {
        return List.of();
    }

    /** The tokens of the hub have changed, which may change what it offers. */
    default void tokensChanged() {}

    /** Leaves new calls to the others, and returns when they can know of it. */
    default void retire() {}

    /** How many calls of the others are not answered yet. */
    default int activeCount() {
        return 0;
    }

    @Override
    void close();
}
