package dev.alkdev.operations.hub;

import java.util.Objects;
import java.util.Set;

/**
 * A process that a hub is joined with, and what it offers to the hub.
 *
 * @param name for people
 * @param operations the ids of what it offers
 */
public record HubPeer(String name, Set<String> operations) {
    public HubPeer {
        Objects.requireNonNull(name, "name");
        operations = Set.copyOf(operations);
    }
}
