package dev.alkdev.operations.cli;

import dev.alkdev.operations.ResponseEnvelope;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;

/**
 * Where operations are: in a hub that runs, or in this process. Its failures are {@link
 * dev.alkdev.operations.CallException} and {@link CommandFailure}. For one thread.
 */
sealed interface Target extends AutoCloseable permits HubTarget, LocalTarget {
    /** All operations that fit, in the order of their ids, and all sources. */
    Listing list(ListingFilter filter);

    /** The operations that fit words best, best first, and all sources. */
    Found search(String words, int limit);

    /**
     * What a search gave.
     *
     * @param fitsWell whether the first one has most of what was asked for
     */
    record Found(Listing listing, boolean fitsWell) {}

    Description describe(String id);

    /**
     * Calls a query or mutation.
     *
     * @param timeout null for the default of whoever runs it
     */
    ResponseEnvelope<JsonNode> call(String id, JsonNode input, @Nullable Duration timeout);

    ItemStream subscribe(StreamRequest request);

    @Override
    void close();
}
