package dev.alkdev.operations.code;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.ResponseEnvelope;

import tools.jackson.databind.JsonNode;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;

/**
 * The items of all pages, loaded one page at a time. Not thread-safe.
 *
 * <p>Each page is compared with the page before it and with one earlier page, which is replaced
 * after 1, 2, 4, 8… pages. This finds pages that repeat without keeping all of them.
 */
final class PagedItems implements Iterator<Object> {
    private final String id;
    private final Pages pages;
    private final Function<JsonNode, ResponseEnvelope<JsonNode>> fetch;
    private final Function<JsonNode, Object> read;
    private Optional<JsonNode> input;
    private Iterator<JsonNode> page = Collections.emptyIterator();
    private JsonNode checkpoint;
    private int pagesSinceCheckpoint;
    private int checkpointInterval = 1;

    /** How a page is asked for, and its items read. */
    record Access(
            String id,
            Function<JsonNode, ResponseEnvelope<JsonNode>> fetch,
            Function<JsonNode, Object> read) {}

    PagedItems(Pages pages, Access access, JsonNode first) {
        this.id = access.id();
        this.pages = pages;
        this.fetch = access.fetch();
        this.read = access.read();
        this.input = Optional.of(first);
        this.checkpoint = first;
    }

    @Override
    public boolean hasNext() {
        while (!page.hasNext() && input.isPresent()) {
            load(input.get());
        }
        return page.hasNext();
    }

    private void load(JsonNode request) {
        ResponseEnvelope<JsonNode> result = fetch.apply(request);
        JsonNode items = result.data().at(pages.items());
        if (!items.isArray() && !items.isNull() && !items.isMissingNode()) {
            throw failure("has no list of items at " + pages.items());
        }
        Optional<JsonNode> next = pages.after(request, result);
        next.ifPresent(following -> requireNewPage(request, following));
        input = next;
        page = items.isArray() ? items.values().iterator() : Collections.emptyIterator();
    }

    private void requireNewPage(JsonNode request, JsonNode next) {
        if (next.equals(request) || next.equals(checkpoint)) {
            throw failure("leads back to an earlier page");
        }
        pagesSinceCheckpoint++;
        if (pagesSinceCheckpoint == checkpointInterval) {
            checkpoint = next;
            checkpointInterval *= 2;
            pagesSinceCheckpoint = 0;
        }
    }

    private CallException failure(String reason) {
        return new CallException(ErrorCode.EXECUTION_ERROR, "a page of " + id + " " + reason);
    }

    @Override
    public Object next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return read.apply(page.next());
    }
}
