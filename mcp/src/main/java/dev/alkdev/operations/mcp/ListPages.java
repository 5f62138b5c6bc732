package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.LogCounter;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads all pages of a list. A repeated cursor ends it, and so do too many pages or items. A list
 * that is too large for the memory, or takes too long, fails. For one thread.
 */
final class ListPages {
    private static final Logger LOG = LoggerFactory.getLogger(ListPages.class);
    private static final LogCounter ENDLESS = new LogCounter();
    private static final int MAX_PAGES = 1_000;
    private static final int MAX_ITEMS = 100_000;

    private final String name;
    private final Duration timeout;
    private final List<JsonNode> items = new ArrayList<>();
    private final Set<String> cursors = new HashSet<>();
    private long weight;

    /**
     * A list that is not read yet.
     *
     * @param name for messages, such as {@code tools/list of http://localhost/mcp}
     * @param timeout for all pages together
     */
    ListPages(String name, Duration timeout) {
        this.name = name;
        this.timeout = timeout;
    }

    /**
     * Reads all items.
     *
     * @param pages returns the page at a cursor, which is null for the first
     * @param field the member of a page that has the items
     * @throws CallException if the list is too large or takes too long
     */
    List<JsonNode> read(Function<@Nullable String, JsonNode> pages, String field) {
        long end = System.nanoTime() + timeout.toNanos();
        String cursor = null;
        do {
            JsonNode page = pages.apply(cursor);
            add(page.path(field));
            JsonNode next = page.path("nextCursor");
            // Some servers end a list with an empty cursor.
            cursor = next.asString("").isEmpty() ? null : next.asString();
            if (cursors.size() >= MAX_PAGES || items.size() >= MAX_ITEMS) {
                warn();
                return items;
            }
            if (System.nanoTime() - end > 0) {
                throw new CallException(
                        ErrorCode.TIMEOUT,
                        name + " did not end within " + timeout.toSeconds() + " s");
            }
        } while (cursor != null && cursors.add(cursor));
        return items;
    }

    private void add(JsonNode page) {
        weight += ByteBudget.weight(page);
        if (weight > ServerMemory.LARGEST_LIST) {
            throw new CallException(
                    ErrorCode.EXECUTION_ERROR,
                    name
                            + " is larger than "
                            + ServerMemory.LARGEST_LIST / 1024
                            + " KiB, the most that a list may take of the heap");
        }
        page.forEach(items::add);
    }

    private void warn() {
        if (ENDLESS.due(name) > 0) {
            LOG.warn(
                    "{} does not end: after {} pages with {} items the rest is left out",
                    name,
                    cursors.size() + 1,
                    items.size());
        }
    }
}
