package dev.alkdev.operations.cli;

import dev.alkdev.operations.ResponseEnvelope;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Where operations are: in a hub that runs, or in this process. Its failures are {@link
 * dev.alkdev.operations.CallException} and {@link CommandFailure}. For one thread.
 */
sealed interface Target extends AutoCloseable permits HubTarget, LocalTarget {
    /** All operations that fit, in the order of their ids, and all sources. */
    default Listing list(ListingFilter filter) {
        List<JsonNode> operations = new ArrayList<>();
        List<JsonNode> sources = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = page(filter, cursor);
            page.path("operations").forEach(operations::add);
            page.path("sources").forEach(sources::add);
            cursor = Listing.text(page, "nextCursor");
        } while (!cursor.isEmpty());
        return new Listing(operations, sources);
    }

    /**
     * A part of the list, as a hub sends it: {@code operations}, {@code nextCursor} unless it is
     * the last, and {@code sources} in the first.
     *
     * @param cursor where the part begins; empty for the first
     */
    JsonNode page(ListingFilter filter, String cursor);

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
