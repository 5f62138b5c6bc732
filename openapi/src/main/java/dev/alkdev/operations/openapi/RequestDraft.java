package dev.alkdev.operations.openapi;

import dev.alkdev.operations.openapi.ValueText.Pair;
import dev.alkdev.operations.web.Cookies;
import dev.alkdev.operations.web.HeaderText;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A request while it is put together. For one thread. */
final class RequestDraft {
    /** What the path is appended to. */
    final StringBuilder path;

    private final List<Pair> query = new ArrayList<>();
    private final List<Pair> cookies = new ArrayList<>();
    private final List<String> headers = new ArrayList<>();

    RequestDraft(String base) {
        this.path = new StringBuilder(base);
    }

    /**
     * Adds pairs of the query.
     *
     * @param replaces whether they are there instead of any of the same names
     */
    void addQuery(List<Pair> pairs, boolean replaces) {
        add(query, pairs, replaces);
    }

    /** Adds cookies, as pairs of the query are added. */
    void addCookies(List<Pair> pairs, boolean replaces) {
        for (Pair pair : pairs) {
            String text = pair.name() + pair.value();
            if (!replaces && text.chars().anyMatch(c -> c < ' ' || c > '~' || c == ';')) {
                throw InvalidInput.at(pair.name(), "has characters that no cookie can carry");
            }
        }
        add(cookies, pairs, replaces);
    }

    private static void add(List<Pair> all, List<Pair> pairs, boolean replaces) {
        if (replaces) {
            all.removeIf(
                    old -> pairs.stream().anyMatch(it -> it.name().equalsIgnoreCase(old.name())));
        }
        all.addAll(pairs);
    }

    /**
     * Adds a header that a parameter gives.
     *
     * @param key the parameter's name in the input
     */
    void addHeader(String key, String name, String value) {
        if (!HeaderText.canCarry(value)) {
            throw InvalidInput.at(
                    key, "has characters that no header can carry; printable ASCII is allowed");
        }
        headers.add(name);
        headers.add(value);
    }

    /** Adds a header unless there is one of this name. */
    void addDefaultHeader(String name, String value) {
        for (int i = 0; i < headers.size(); i += 2) {
            if (headers.get(i).equalsIgnoreCase(name)) {
                return;
            }
        }
        headers.add(name);
        headers.add(value);
    }

    /**
     * All headers.
     *
     * @param configured names and values in turn, which a parameter of the same name left alone
     */
    List<String> headers(List<String> configured) {
        String given = Pair.joined(cookies, "; ");
        for (int i = 0; i < configured.size(); i += 2) {
            String name = configured.get(i);
            String value = configured.get(i + 1);
            boolean cookie = name.equalsIgnoreCase("Cookie") && !given.isEmpty();
            addDefaultHeader(name, cookie ? Cookies.merged(value, given) : value);
        }
        if (!given.isEmpty()) {
            addDefaultHeader("Cookie", given);
        }
        return headers;
    }

    URI uri() {
        return URI.create(query.isEmpty() ? path.toString() : path + "?" + Pair.joined(query, "&"));
    }
}
