package dev.alkdev.operations.search;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds operations by the path of their request: {@code /users/{id}} or {@code GET /users}.
 *
 * @param method of the request; empty if any will do
 * @param path its segments
 */
record PathRanking(String method, List<String> path) {
    private static final Pattern QUERY =
            Pattern.compile("(?:(GET|POST|PUT|PATCH|DELETE|HEAD|QUERY)\\s+)?(/\\S*)");
    private static final Comparator<SearchHit> BEST_FIRST =
            Comparator.comparingDouble(SearchHit::score)
                    .reversed()
                    .thenComparing(hit -> hit.spec().id());
    private static final double SAME = 100;
    private static final double BEGINNING = 60;
    private static final double WITHIN = 50;
    private static final double METHOD = 5;

    /** Null if the query is no path. */
    static @Nullable PathRanking of(String query) {
        Matcher parts = QUERY.matcher(query.strip());
        if (!parts.matches()) {
            return null;
        }
        String method = parts.group(1) == null ? "" : parts.group(1).toUpperCase(Locale.ROOT);
        String address = parts.group(2);
        List<String> path = new ArrayList<>();
        Words.splitPath(
                address.toCharArray(),
                address.length(),
                (text, begin, end) -> path.add(segment(new String(text, begin, end - begin))));
        return new PathRanking(method, path);
    }

    /** A segment of a path as paths are compared: variables are all the same. */
    static String segment(String written) {
        return written.startsWith("{") ? "{}" : written.toLowerCase(Locale.ROOT);
    }

    /** All operations that are somewhat alike, the best first. */
    PriorityQueue<SearchHit> candidates(Index index) {
        List<SearchHit> found = new ArrayList<>();
        for (int i = 0; i < index.end(); i++) {
            Document document = index.document(i);
            double score = document == null ? 0 : score(document);
            if (document != null && score > 0) {
                found.add(new SearchHit(document.spec(), score));
            }
        }
        PriorityQueue<SearchHit> ordered =
                new PriorityQueue<>(Math.max(1, found.size()), BEST_FIRST);
        ordered.addAll(found);
        return ordered;
    }

    static SearchResult result(List<SearchHit> hits) {
        return new SearchResult(hits, !hits.isEmpty() && hits.getFirst().score() >= SAME);
    }

    private double score(Document document) {
        List<String> other = document.path();
        double score = document.method().isEmpty() ? 0 : likeness(other);
        if (score <= 0) {
            return 0;
        }
        if (!method.isEmpty()) {
            return score + (method.equals(document.method()) ? METHOD : 0);
        }
        return score
                + switch (document.method()) {
                    case "GET" -> 0.5;
                    case "POST" -> 0.3;
                    default -> 0;
                };
    }

    private double likeness(List<String> other) {
        int longer = other.size() - path.size();
        if (other.equals(path)) {
            return SAME;
        }
        int at = Collections.indexOfSubList(other, path);
        if (at >= 0) {
            return at == 0 ? BEGINNING - longer : WITHIN - other.size();
        }
        int common = common(other);
        return common == 0 ? 0 : common - Math.abs(longer) * 0.1;
    }

    /** How many different segments both have, variables aside. */
    private int common(List<String> other) {
        int common = 0;
        for (int i = 0; i < other.size(); i++) {
            String segment = other.get(i);
            if (!segment.equals("{}") && path.contains(segment) && other.indexOf(segment) == i) {
                common++;
            }
        }
        return common;
    }
}
