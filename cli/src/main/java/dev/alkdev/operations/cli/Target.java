package dev.alkdev.operations.cli;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Where operations are: in a hub that runs, or in this process. Its failures are {@link
 * dev.alkdev.operations.CallException} and {@link CommandFailure}. For one thread.
 */
sealed interface Target extends AutoCloseable permits HubTarget, LocalTarget {
    /**
     * All operations that fit, in the order of their ids, and all sources.
     *
     * @param filter parameters of {@code GET /operations}
     */
    default Listing list(Map<String, String> filter) {
        List<JsonNode> operations = new ArrayList<>();
        List<JsonNode> sources = new ArrayList<>();
        Map<String, String> query = new LinkedHashMap<>(filter);
        query.put("limit", filter.getOrDefault("brief", "").isEmpty() ? "1000" : "10000");
        String cursor;
        do {
            JsonNode json = listing(query);
            Listing page = Listing.of(json);
            operations.addAll(page.operations());
            sources.addAll(page.sources());
            cursor = Listing.text(json, "nextCursor");
            query.put("cursor", cursor);
        } while (!cursor.isEmpty());
        return new Listing(operations, sources);
    }

    /** What a hub answers to {@code GET /operations} with these parameters. */
    JsonNode listing(Map<String, String> query);

    Description describe(String id);

    /**
     * Calls a query or mutation.
     *
     * @param timeout null for the default of whoever runs it
     */
    CallResult call(String id, JsonNode input, @Nullable Duration timeout);

    /**
     * Opens a subscription.
     *
     * @param after the event id to resume after; null to begin as the operation does
     * @param envelopes whether items are envelopes, not data alone
     */
    Items subscribe(String id, JsonNode input, @Nullable String after, boolean envelopes);

    @Override
    void close();

    /** The items of an open subscription. */
    interface Items {
        /**
         * Reads to the end of the stream, or until the reader has enough, and closes it. Blocks; an
         * interrupt ends the wait.
         *
         * @param reader false if it wants no more
         */
        void read(Predicate<JsonNode> reader);
    }
}
