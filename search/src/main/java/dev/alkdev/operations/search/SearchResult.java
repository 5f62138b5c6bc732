package dev.alkdev.operations.search;

import java.util.List;

/**
 * What was found, best first.
 *
 * @param hits the operations; empty if no word of the query is known
 * @param fitsWell whether the first hit has most of what was asked for; otherwise it is only the
 *     nearest there is
 */
public record SearchResult(List<SearchHit> hits, boolean fitsWell) {
    static final SearchResult NOTHING = new SearchResult(List.of(), false);

    public SearchResult {
        hits = List.copyOf(hits);
    }
}
