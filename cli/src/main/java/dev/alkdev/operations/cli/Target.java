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
            JsonNode page = listing(filter.query(cursor));
            page.path("operations").forEach(operations::add);
            page.path("sources").forEach(sources::add);
            cursor = Listing.text(page, "nextCursor");
        } while (!cursor.isEmpty());
        return new Listing(operations, sources);
    }

    /** The operations that fit words best, best first, and all sources. */
    default Found search(String words, int limit) {
        List<String> asked = List.of("search", words, "limit", String.valueOf(limit));
        JsonNode found = listing(HubAddress.query(asked));
        Listing listing =
                new Listing(
                        found.path("operations").valueStream().toList(),
                        found.path("sources").valueStream().toList());
        return new Found(listing, found.path("fitsWell").asBoolean(true));
    }

    /**
     * What a hub answers to {@code GET /operations}.
     *
     * @param query the parameters, as in a URL
     */
    JsonNode listing(String query);

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
