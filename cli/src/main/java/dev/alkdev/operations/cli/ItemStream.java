package dev.alkdev.operations.cli;

import tools.jackson.databind.JsonNode;

import java.util.Optional;

/** The items of a subscription, read by blocking; an interrupt ends the wait. For one thread. */
interface ItemStream extends AutoCloseable {
    /** Waits for the next item; empty when the stream has ended. */
    Optional<JsonNode> next();

    @Override
    void close();
}
